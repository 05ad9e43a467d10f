"""The symbols that the person watches."""
