"""The head of topic shifts: the dialogues it learns from, and how it is fitted."""
