-- What tools did in a turn, for a day (T10): no word of a call or of what came of it.
CREATE TABLE tool_runs (
  seq INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  turn_number INTEGER NOT NULL,
  at TEXT NOT NULL,
  tool TEXT NOT NULL,
  outcome TEXT NOT NULL,
  milliseconds REAL NOT NULL,
  cached INTEGER NOT NULL
);
CREATE INDEX tool_runs_by_session ON tool_runs (session_id);
CREATE INDEX tool_runs_by_time ON tool_runs (at);
