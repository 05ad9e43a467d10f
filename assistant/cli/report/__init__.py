"""What the memory saves: figures first, then the same in a terminal or on a page."""
