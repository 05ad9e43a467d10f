"""News: feeds, what they say, and whether it is good for who holds what they are about."""
