"""Paper trading: orders matched against candles, and a ledger from which all else is computed."""
