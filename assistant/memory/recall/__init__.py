"""What a fact and a question have to do with each other: the rooms behind ``memory/ranking.py``."""
