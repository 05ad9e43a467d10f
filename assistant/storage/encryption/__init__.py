"""Encryption of a whole home at rest: its key, its key file, and the way there and back."""
