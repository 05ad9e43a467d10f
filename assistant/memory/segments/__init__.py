"""Segments: turns that left the window, kept as keys and values in their own words (S1–S4)."""
