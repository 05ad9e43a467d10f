"""A language is a folder: one that nobody speaks shows that nothing else is needed."""
