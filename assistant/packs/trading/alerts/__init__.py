"""Alerts: what the person wants to be told of a price, once."""
