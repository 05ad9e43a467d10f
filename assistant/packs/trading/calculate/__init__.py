"""How much to buy, and what a trade risks against what it may bring."""
