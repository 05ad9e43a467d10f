-- Version 1: everything. Instants are ISO 8601 in UTC with microseconds, so that text order is time order.

-- Conversations ---------------------------------------------------------------------------------

CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_activity_at TEXT NOT NULL,
  turn_count INTEGER NOT NULL,
  ended_at TEXT,
  metadata TEXT NOT NULL
);
CREATE INDEX conversations_by_activity ON conversations (last_activity_at);

CREATE TABLE turns (
  session_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number >= 1),
  shift INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('complete', 'interrupted', 'failed')),
  PRIMARY KEY (session_id, number)
) WITHOUT ROWID;

-- C1: two rows a turn. C3: a row is raw or summarised, never both, and never raw again.
CREATE TABLE messages (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  turn_number INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  content TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  token_count INTEGER NOT NULL CHECK (token_count >= 0),
  semantic_continuity REAL NOT NULL CHECK (semantic_continuity BETWEEN 0 AND 1),
  summarized_at TEXT,
  UNIQUE (session_id, turn_number, role),
  FOREIGN KEY (session_id, turn_number) REFERENCES turns (session_id, number) ON DELETE CASCADE,
  CHECK (summarized_at IS NULL OR content = '')
);
CREATE INDEX raw_messages ON messages (session_id, turn_number) WHERE summarized_at IS NULL;
CREATE TRIGGER summarised_for_good BEFORE UPDATE OF summarized_at, content ON messages
WHEN old.summarized_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a summarised turn never becomes raw again (C3)');
END;

-- Facts -----------------------------------------------------------------------------------------

CREATE TABLE facts (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  domain TEXT NOT NULL
    CHECK (domain IN ('work', 'preferences', 'decisions', 'personal', 'projects')),
  fact TEXT NOT NULL,
  confidence TEXT NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
  source TEXT NOT NULL CHECK (source IN ('explicit', 'inferred')),
  created_at TEXT NOT NULL,
  last_confirmed_at TEXT NOT NULL,
  kind TEXT NOT NULL,
  role TEXT NOT NULL,
  language TEXT NOT NULL,
  slot TEXT,
  replaces TEXT,
  superseded_by TEXT,
  retired_at TEXT
);
CREATE INDEX live_fact_ids ON facts (id) WHERE retired_at IS NULL;
CREATE INDEX facts_by_replaces ON facts (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX facts_by_superseded ON facts (superseded_by) WHERE superseded_by IS NOT NULL;

-- The index holds live facts only, so that a search needs no filter and ranks nothing retired.
CREATE VIEW live_facts AS SELECT seq, fact FROM facts WHERE retired_at IS NULL;
CREATE VIRTUAL TABLE facts_fts USING fts5(
  fact, content='live_facts', content_rowid='seq', tokenize='unicode61 remove_diacritics 2'
);

CREATE TABLE fact_vectors (
  seq INTEGER PRIMARY KEY,
  owner TEXT NOT NULL REFERENCES facts (id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (owner, embedder)
);
CREATE INDEX fact_vectors_by_embedder ON fact_vectors (embedder);

CREATE TABLE fact_uses (
  fact_id TEXT NOT NULL REFERENCES facts (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL,
  turn_number INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (fact_id, session_id, turn_number)
) WITHOUT ROWID;
CREATE INDEX fact_uses_by_session ON fact_uses (session_id);

-- Keyed hashes of forgotten texts: enough to know one again, not enough to read it.
CREATE TABLE tombstones (digest TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;

-- What changed, so that a process refreshes what it holds in memory by reading only that.
CREATE TABLE fact_log (revision INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL);
CREATE TABLE fact_vector_log (revision INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL);
CREATE TRIGGER fact_log_stays_short AFTER INSERT ON fact_log WHEN new.revision % 1024 = 0
BEGIN
  DELETE FROM fact_log WHERE revision <= new.revision - 4096;
END;
CREATE TRIGGER fact_vector_log_stays_short AFTER INSERT ON fact_vector_log
WHEN new.revision % 1024 = 0
BEGIN
  DELETE FROM fact_vector_log WHERE revision <= new.revision - 4096;
END;

CREATE TRIGGER fact_added AFTER INSERT ON facts
BEGIN
  INSERT INTO fact_log (id) VALUES (new.id);
END;
CREATE TRIGGER live_fact_added AFTER INSERT ON facts WHEN new.retired_at IS NULL
BEGIN
  INSERT INTO facts_fts (rowid, fact) VALUES (new.seq, new.fact);
END;
CREATE TRIGGER fact_erased AFTER DELETE ON facts
BEGIN
  INSERT INTO fact_log (id) VALUES (old.id);
END;
CREATE TRIGGER live_fact_erased AFTER DELETE ON facts WHEN old.retired_at IS NULL
BEGIN
  INSERT INTO facts_fts (facts_fts, rowid, fact) VALUES ('delete', old.seq, old.fact);
END;
CREATE TRIGGER fact_changed AFTER UPDATE ON facts
BEGIN
  INSERT INTO fact_log (id) VALUES (new.id);
END;
-- One trigger, not two: SQLite promises no order among them, and the old words must go first.
CREATE TRIGGER fact_reindexed AFTER UPDATE ON facts
WHEN new.fact <> old.fact OR (new.retired_at IS NULL) <> (old.retired_at IS NULL)
BEGIN
  INSERT INTO facts_fts (facts_fts, rowid, fact)
    SELECT 'delete', old.seq, old.fact WHERE old.retired_at IS NULL;
  DELETE FROM fact_vectors WHERE owner = old.id;
  INSERT INTO facts_fts (rowid, fact) SELECT new.seq, new.fact WHERE new.retired_at IS NULL;
END;

CREATE TRIGGER fact_vector_added AFTER INSERT ON fact_vectors
BEGIN
  INSERT INTO fact_vector_log (id) VALUES (new.owner);
END;
CREATE TRIGGER fact_vector_changed AFTER UPDATE ON fact_vectors
BEGIN
  INSERT INTO fact_vector_log (id) VALUES (new.owner);
END;
CREATE TRIGGER fact_vector_erased AFTER DELETE ON fact_vectors
BEGIN
  INSERT INTO fact_vector_log (id) VALUES (old.owner);
END;

-- Segments --------------------------------------------------------------------------------------

CREATE TABLE segments (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  role TEXT NOT NULL,
  first_turn INTEGER NOT NULL,
  last_turn INTEGER NOT NULL CHECK (last_turn >= first_turn),
  created_at TEXT NOT NULL,
  topic TEXT NOT NULL,
  discussed TEXT NOT NULL,
  outcome TEXT NOT NULL,
  decisions TEXT NOT NULL,
  open_questions TEXT NOT NULL,
  language TEXT NOT NULL,
  token_count INTEGER NOT NULL
);
CREATE INDEX segments_by_session ON segments (session_id, first_turn);
CREATE INDEX segments_by_age ON segments (created_at);

-- S3: a summary is written once. REPLACE would go round the first trigger, hence the second.
CREATE TRIGGER segments_are_write_once BEFORE UPDATE ON segments
BEGIN
  SELECT RAISE(ABORT, 'a segment is never edited (S3)');
END;
CREATE TRIGGER segments_are_not_replaced BEFORE INSERT ON segments
WHEN EXISTS (SELECT 1 FROM segments WHERE id = new.id OR seq = new.seq)
BEGIN
  SELECT RAISE(ABORT, 'a segment is never replaced (S3)');
END;

CREATE VIEW segment_texts AS
SELECT seq,
  topic || char(10) || discussed || char(10) || outcome || char(10) || decisions || char(10)
    || open_questions AS text
FROM segments;
CREATE VIRTUAL TABLE segments_fts USING fts5(
  text, content='segment_texts', content_rowid='seq', tokenize='unicode61 remove_diacritics 2'
);
CREATE TRIGGER segment_added AFTER INSERT ON segments
BEGIN
  INSERT INTO segments_fts (rowid, text) SELECT seq, text FROM segment_texts WHERE seq = new.seq;
END;
CREATE TRIGGER segment_leaves BEFORE DELETE ON segments
BEGIN
  INSERT INTO segments_fts (segments_fts, rowid, text)
    SELECT 'delete', seq, text FROM segment_texts WHERE seq = old.seq;
END;

CREATE TABLE segment_vectors (
  seq INTEGER PRIMARY KEY,
  owner TEXT NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (owner, embedder)
);
CREATE INDEX segment_vectors_by_embedder ON segment_vectors (embedder);
CREATE TABLE segment_vector_log (revision INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL);
CREATE TRIGGER segment_vector_log_stays_short AFTER INSERT ON segment_vector_log
WHEN new.revision % 1024 = 0
BEGIN
  DELETE FROM segment_vector_log WHERE revision <= new.revision - 4096;
END;
CREATE TRIGGER segment_vector_added AFTER INSERT ON segment_vectors
BEGIN
  INSERT INTO segment_vector_log (id) VALUES (new.owner);
END;
CREATE TRIGGER segment_vector_changed AFTER UPDATE ON segment_vectors
BEGIN
  INSERT INTO segment_vector_log (id) VALUES (new.owner);
END;
CREATE TRIGGER segment_vector_erased AFTER DELETE ON segment_vectors
BEGIN
  INSERT INTO segment_vector_log (id) VALUES (old.owner);
END;

-- Small things ----------------------------------------------------------------------------------

CREATE TABLE keyvalue (
  seq INTEGER PRIMARY KEY,
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  expires_at TEXT,
  UNIQUE (namespace, key)
);
CREATE INDEX keyvalue_by_end ON keyvalue (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE counters (
  name TEXT NOT NULL,
  window_start TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (name, window_start)
) WITHOUT ROWID;

CREATE TABLE turn_metrics (
  seq INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  turn_number INTEGER NOT NULL,
  at TEXT NOT NULL,
  source TEXT NOT NULL,
  model TEXT NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  full_history_tokens INTEGER NOT NULL,
  sections TEXT NOT NULL,
  server_prompt_tokens INTEGER,
  role TEXT NOT NULL,
  alert TEXT
);
CREATE INDEX turn_metrics_by_session ON turn_metrics (session_id);
CREATE INDEX turn_metrics_by_time ON turn_metrics (at);

CREATE TABLE errors (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  session_id TEXT,
  kind TEXT NOT NULL,
  message TEXT NOT NULL
);
CREATE INDEX errors_by_session ON errors (session_id);
CREATE INDEX errors_by_time ON errors (at);

-- Work that must outlive a crash: today, "erased bytes are still to be scrubbed".
CREATE TABLE upkeep (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
