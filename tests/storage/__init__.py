"""What only a database in a file can get wrong: modes, processes, crashes, damage, erasure."""
