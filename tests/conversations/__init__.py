"""Two conversations of forty turns with the embedded model, written down as they come."""
