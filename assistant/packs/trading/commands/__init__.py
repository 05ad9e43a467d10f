"""``assistant trading …`` in a shell."""
