"""The stores in PostgreSQL: of many people, on one server, for any number of processes."""
