-- Domains are an open list: which there are, the program and its packs say.
CREATE TABLE facts (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  domain TEXT NOT NULL,
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
