"""``assistant trading report``: the paper account on a page, and in a terminal."""
