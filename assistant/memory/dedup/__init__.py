"""Whether two questions are the same one, proven word by word (A4). Pure."""
