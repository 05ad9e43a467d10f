"""What fetching a page takes: addresses that may be reached, HTTP within bounds, HTML as text."""
