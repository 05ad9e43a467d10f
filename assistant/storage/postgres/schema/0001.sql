-- Version 1: everything, in the schema "assistant". Each row has its owner, and the policies below let
-- a transaction reach the rows of the one that it names, whatever is asked in it.
--
-- {vector} is halfvec where pgvector is there, else bytea (half floats, the small end first).

CREATE SEQUENCE revisions;

CREATE FUNCTION owner_now() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('assistant.owner', true), '') $$;

-- Conversations ---------------------------------------------------------------------------------

CREATE TABLE conversations (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  id text COLLATE "C" NOT NULL,
  role text NOT NULL,
  created_at timestamptz NOT NULL,
  last_activity_at timestamptz NOT NULL,
  turn_count integer NOT NULL,
  ended_at timestamptz,
  metadata text NOT NULL,
  PRIMARY KEY (owner, id)
);
CREATE INDEX conversations_by_activity ON conversations (owner, last_activity_at, seq);

CREATE TABLE turns (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  session_id text COLLATE "C" NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  shift boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('complete', 'interrupted', 'failed')),
  PRIMARY KEY (owner, session_id, number),
  FOREIGN KEY (owner, session_id) REFERENCES conversations (owner, id) ON DELETE CASCADE
);

-- C1: two rows a turn. C3: a row is raw or summarised, never both, and never raw again.
CREATE TABLE messages (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  turn_number integer NOT NULL,
  role text NOT NULL CHECK (role IN ('user', 'assistant')),
  content text NOT NULL,
  timestamp timestamptz NOT NULL,
  token_count integer NOT NULL CHECK (token_count >= 0),
  semantic_continuity double precision NOT NULL CHECK (semantic_continuity BETWEEN 0 AND 1),
  summarized_at timestamptz,
  PRIMARY KEY (owner, session_id, turn_number, role),
  UNIQUE (owner, id),
  FOREIGN KEY (owner, session_id, turn_number) REFERENCES turns (owner, session_id, number)
    ON DELETE CASCADE,
  CHECK (summarized_at IS NULL OR content = '')
);
CREATE INDEX raw_messages ON messages (owner, session_id, turn_number) WHERE summarized_at IS NULL;
CREATE FUNCTION summarised_for_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a summarised turn never becomes raw again (C3)';
END $$;
CREATE TRIGGER summarised_for_good BEFORE UPDATE OF summarized_at, content ON messages
  FOR EACH ROW WHEN (old.summarized_at IS NOT NULL) EXECUTE FUNCTION summarised_for_good();

-- Facts -----------------------------------------------------------------------------------------

-- What a process holds in memory it brings up to date by revisions: of a row, that of its last
-- change; of one that went, in "erased". One sequence gives them, so that none is given twice.
CREATE TABLE erased (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  kind text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  id text COLLATE "C" NOT NULL, -- '': stands for all up to it, which are no longer told
  PRIMARY KEY (owner, kind, revision)
);
CREATE FUNCTION note_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO erased (owner, kind, revision, id)
    VALUES (old.owner, tg_argv[0], nextval('revisions'), old.id);
  RETURN NULL;
END $$;
CREATE FUNCTION note_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.revision := nextval('revisions');
  RETURN new;
END $$;

CREATE TABLE facts (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  revision bigint NOT NULL DEFAULT nextval('revisions'),
  id text COLLATE "C" NOT NULL,
  domain text NOT NULL,
  fact text NOT NULL,
  confidence text NOT NULL CHECK (confidence IN ('high', 'medium', 'low')),
  source text NOT NULL CHECK (source IN ('explicit', 'inferred')),
  created_at timestamptz NOT NULL,
  last_confirmed_at timestamptz NOT NULL,
  kind text NOT NULL,
  role text NOT NULL,
  language text NOT NULL,
  slot text,
  replaces text COLLATE "C",
  superseded_by text COLLATE "C",
  retired_at timestamptz,
  words tsvector NOT NULL,
  length integer NOT NULL,
  PRIMARY KEY (owner, id)
);
CREATE INDEX facts_by_revision ON facts (owner, revision);
CREATE INDEX live_facts ON facts (owner, seq) INCLUDE (length) WHERE retired_at IS NULL;
CREATE INDEX facts_by_replaces ON facts (owner, replaces) WHERE replaces IS NOT NULL;
CREATE INDEX facts_by_superseded ON facts (owner, superseded_by) WHERE superseded_by IS NOT NULL;
CREATE TRIGGER fact_changed BEFORE UPDATE ON facts
  FOR EACH ROW EXECUTE FUNCTION note_changed();
CREATE TRIGGER fact_erased AFTER DELETE ON facts
  FOR EACH ROW EXECUTE FUNCTION note_erased('facts');

CREATE TABLE fact_vectors (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  id text COLLATE "C" NOT NULL,
  embedder text COLLATE "C" NOT NULL,
  revision bigint NOT NULL DEFAULT nextval('revisions'),
  vector {vector} NOT NULL,
  PRIMARY KEY (owner, id, embedder),
  FOREIGN KEY (owner, id) REFERENCES facts (owner, id) ON DELETE CASCADE
);
CREATE INDEX fact_vectors_by_revision ON fact_vectors (owner, revision);
CREATE TRIGGER fact_vector_erased AFTER DELETE ON fact_vectors
  FOR EACH ROW EXECUTE FUNCTION note_erased('fact_vectors');

-- A text that changed, or a fact that retired, has no vector.
CREATE FUNCTION drop_fact_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM fact_vectors AS v WHERE v.owner = old.owner AND v.id = old.id;
  RETURN NULL;
END $$;
CREATE TRIGGER fact_reindexed AFTER UPDATE ON facts FOR EACH ROW
  WHEN (new.fact <> old.fact OR (new.retired_at IS NULL) <> (old.retired_at IS NULL))
  EXECUTE FUNCTION drop_fact_vectors();

CREATE TABLE fact_uses (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  fact_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  turn_number integer NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (owner, fact_id, session_id, turn_number),
  FOREIGN KEY (owner, fact_id) REFERENCES facts (owner, id) ON DELETE CASCADE
);
CREATE INDEX fact_uses_by_session ON fact_uses (owner, session_id);

-- Keyed hashes of forgotten texts: enough to know one again, not enough to read it.
CREATE TABLE tombstones (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  digest text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (owner, digest)
);

-- Segments --------------------------------------------------------------------------------------

CREATE TABLE segments (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  first_turn integer NOT NULL,
  last_turn integer NOT NULL CHECK (last_turn >= first_turn),
  created_at timestamptz NOT NULL,
  topic text NOT NULL,
  discussed text NOT NULL,
  outcome text NOT NULL,
  decisions text NOT NULL,
  open_questions text NOT NULL,
  language text NOT NULL,
  token_count integer NOT NULL,
  words tsvector NOT NULL,
  length integer NOT NULL,
  PRIMARY KEY (owner, id)
);
CREATE INDEX segments_by_session ON segments (owner, session_id, first_turn);
CREATE INDEX segments_by_age ON segments (owner, created_at);
CREATE INDEX segment_lengths ON segments (owner, seq) INCLUDE (length);

-- S3: a summary is written once.
CREATE FUNCTION segments_are_write_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a segment is never edited (S3)';
END $$;
CREATE TRIGGER segments_are_write_once BEFORE UPDATE ON segments
  FOR EACH ROW EXECUTE FUNCTION segments_are_write_once();

CREATE TABLE segment_vectors (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  id text COLLATE "C" NOT NULL,
  embedder text COLLATE "C" NOT NULL,
  revision bigint NOT NULL DEFAULT nextval('revisions'),
  vector {vector} NOT NULL,
  PRIMARY KEY (owner, id, embedder),
  FOREIGN KEY (owner, id) REFERENCES segments (owner, id) ON DELETE CASCADE
);
CREATE INDEX segment_vectors_by_revision ON segment_vectors (owner, revision);
CREATE TRIGGER segment_vector_erased AFTER DELETE ON segment_vectors
  FOR EACH ROW EXECUTE FUNCTION note_erased('segment_vectors');

-- Documents of packs ----------------------------------------------------------------------------

CREATE TABLE documents (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  revision bigint NOT NULL DEFAULT nextval('revisions'),
  namespace text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  content text NOT NULL,
  fields text NOT NULL,
  role text COLLATE "C",
  session_id text COLLATE "C",
  PRIMARY KEY (owner, namespace, id)
);
CREATE INDEX documents_by_session ON documents (owner, session_id) WHERE session_id IS NOT NULL;

-- The fields once more, to filter and order by: a number or the microseconds of an instant, or a text.
CREATE TABLE document_fields (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  namespace text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  number numeric,
  words text COLLATE "C",
  PRIMARY KEY (owner, namespace, id, name),
  FOREIGN KEY (owner, namespace, id) REFERENCES documents (owner, namespace, id) ON DELETE CASCADE,
  CHECK ((number IS NULL) <> (words IS NULL))
);
CREATE INDEX document_fields_by_number ON document_fields (owner, namespace, name, number, id)
  WHERE number IS NOT NULL;

-- Small things ----------------------------------------------------------------------------------

CREATE TABLE keyvalue (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  namespace text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (owner, namespace, key)
);
CREATE INDEX keyvalue_by_end ON keyvalue (owner, expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE counters (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  name text COLLATE "C" NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (owner, name, window_start)
);

CREATE TABLE turn_metrics (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  session_id text COLLATE "C" NOT NULL,
  turn_number integer NOT NULL,
  at timestamptz NOT NULL,
  source text NOT NULL,
  model text NOT NULL,
  prompt_tokens integer NOT NULL,
  completion_tokens integer NOT NULL,
  full_history_tokens integer NOT NULL,
  sections text NOT NULL,
  server_prompt_tokens integer,
  role text NOT NULL,
  alert text,
  strategies text NOT NULL,
  PRIMARY KEY (owner, seq)
);
CREATE INDEX turn_metrics_by_session ON turn_metrics (owner, session_id);
CREATE INDEX turn_metrics_by_time ON turn_metrics (owner, at);

CREATE TABLE errors (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  session_id text COLLATE "C",
  kind text NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (owner, seq)
);
CREATE INDEX errors_by_session ON errors (owner, session_id);
CREATE INDEX errors_by_time ON errors (owner, at);

-- What is to be erased on each machine beside the rows, which go at once: no words, only traces.
CREATE TABLE erasures (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  number bigint NOT NULL DEFAULT nextval('revisions'),
  at timestamptz NOT NULL,
  traces text NOT NULL,
  PRIMARY KEY (owner, number)
);
CREATE TABLE upkeep (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now(),
  name text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (owner, name)
);

-- Each user's rows apart, from whoever owns the tables too --------------------------------------

DO $$
DECLARE
  each text;
BEGIN
  FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = 'assistant' AND tablename <> 'version'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', each);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', each);
    EXECUTE format('ALTER TABLE %I ADD CHECK (owner <> '''')', each);
    EXECUTE format(
      'CREATE POLICY own_rows ON %I USING (owner = (SELECT owner_now()))'
      ' WITH CHECK (owner = (SELECT owner_now()))', each);
  END LOOP;
END $$;
