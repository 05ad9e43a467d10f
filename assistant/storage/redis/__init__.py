"""What lives an hour beside stores that last: dialogues under way, counts, answers (U3, U6)."""
