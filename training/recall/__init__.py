"""The relevance model of recall: the invented people it learns from, and how it is fitted."""
