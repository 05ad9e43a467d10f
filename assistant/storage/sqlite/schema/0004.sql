-- What packs keep. A document that is written again is a new row: its seq is its revision, which
-- SQLite counts so that none is ever given twice.

CREATE TABLE documents (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  namespace TEXT NOT NULL,
  id TEXT NOT NULL,
  content TEXT NOT NULL,
  fields TEXT NOT NULL,
  role TEXT,
  session_id TEXT,
  UNIQUE (namespace, id)
);
CREATE INDEX documents_by_session ON documents (session_id) WHERE session_id IS NOT NULL;

-- The fields once more, to filter and order by. A value keeps its type: numbers are REAL, instants
-- INTEGER, microseconds since 1970.
CREATE TABLE document_fields (
  seq INTEGER PRIMARY KEY,
  namespace TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  value BLOB NOT NULL,
  UNIQUE (namespace, id, name),
  FOREIGN KEY (namespace, id) REFERENCES documents (namespace, id) ON DELETE CASCADE
);
CREATE INDEX document_fields_by_value ON document_fields (namespace, name, value, id);
