"""What the past of a symbol says of its next day, and whether it says anything at all."""
