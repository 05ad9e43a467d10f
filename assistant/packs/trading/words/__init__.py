"""What a person says of the markets: the instruments that a text names, and what is learned of an
investor."""
