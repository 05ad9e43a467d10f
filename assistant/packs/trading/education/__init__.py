"""What the words of the markets mean, each with an example in numbers."""
