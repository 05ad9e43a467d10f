"""One suite that every storage back end passes."""
