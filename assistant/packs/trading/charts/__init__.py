"""Candles as pictures: of letters for a terminal, of vectors for a page."""
