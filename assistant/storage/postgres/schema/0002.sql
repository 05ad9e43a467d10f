-- Version 2: what tools did in a turn, for a day (T10): no word of a call or of what came of it.
CREATE TABLE tool_runs (
  owner text COLLATE "C" NOT NULL DEFAULT owner_now() CHECK (owner <> ''),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  session_id text COLLATE "C" NOT NULL,
  turn_number integer NOT NULL,
  at timestamptz NOT NULL,
  tool text NOT NULL,
  outcome text NOT NULL,
  milliseconds double precision NOT NULL,
  cached boolean NOT NULL,
  PRIMARY KEY (owner, seq)
);
CREATE INDEX tool_runs_by_session ON tool_runs (owner, session_id);
CREATE INDEX tool_runs_by_time ON tool_runs (owner, at);

ALTER TABLE tool_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE tool_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tool_runs USING (owner = (SELECT owner_now()))
  WITH CHECK (owner = (SELECT owner_now()));

-- Who was granted the rows of the other tables (docs/stores.md) gets these as well.
DO $$
DECLARE
  each record;
BEGIN
  FOR each IN
    SELECT DISTINCT a.grantee::regrole::text AS name, a.privilege_type AS what
    FROM pg_class AS c, aclexplode(c.relacl) AS a
    WHERE c.oid = 'errors'::regclass AND a.grantee <> c.relowner AND a.grantee <> 0
  LOOP
    EXECUTE format('GRANT %s ON tool_runs TO %s', each.what, each.name);
  END LOOP;
  FOR each IN
    SELECT DISTINCT a.grantee::regrole::text AS name, a.privilege_type AS what
    FROM pg_class AS c, aclexplode(c.relacl) AS a
    WHERE c.oid = 'revisions'::regclass AND a.grantee <> c.relowner AND a.grantee <> 0
  LOOP
    EXECUTE format('GRANT %s ON SEQUENCE tool_runs_seq_seq TO %s', each.what, each.name);
  END LOOP;
END $$;
