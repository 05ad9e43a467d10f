"""Beside the package, so that pytest finds it here without its being installed."""
