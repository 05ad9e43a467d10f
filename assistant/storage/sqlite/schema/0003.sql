-- A row's seq is the revision in which it came: what is added is found by that and not written to a
-- log as well, and a log's numbers need no counter that SQLite keeps. The logs hold what went or
-- changed in place; a row without an id stands for all up to it that a log no longer tells.

CREATE TABLE fact_log_now (revision INTEGER PRIMARY KEY, id TEXT NOT NULL);
CREATE TABLE fact_vector_log_now (revision INTEGER PRIMARY KEY, id TEXT NOT NULL);
CREATE TABLE segment_vector_log_now (revision INTEGER PRIMARY KEY, id TEXT NOT NULL);
INSERT INTO fact_log_now SELECT seq, '' FROM sqlite_sequence WHERE name = 'fact_log';
INSERT INTO fact_vector_log_now SELECT seq, '' FROM sqlite_sequence WHERE name = 'fact_vector_log';
INSERT INTO segment_vector_log_now
  SELECT seq, '' FROM sqlite_sequence WHERE name = 'segment_vector_log';

DROP TRIGGER fact_added;
DROP TRIGGER fact_changed;
DROP TRIGGER fact_erased;
DROP TRIGGER fact_vector_added;
DROP TRIGGER fact_vector_changed;
DROP TRIGGER fact_vector_erased;
DROP TRIGGER segment_vector_added;
DROP TRIGGER segment_vector_changed;
DROP TRIGGER segment_vector_erased;
DROP TABLE fact_log;
DROP TABLE fact_vector_log;
DROP TABLE segment_vector_log;
ALTER TABLE fact_log_now RENAME TO fact_log;
ALTER TABLE fact_vector_log_now RENAME TO fact_vector_log;
ALTER TABLE segment_vector_log_now RENAME TO segment_vector_log;

CREATE VIEW fact_revision AS SELECT max(
  (SELECT coalesce(max(seq), 0) FROM facts), (SELECT coalesce(max(revision), 0) FROM fact_log)
) AS latest;
CREATE VIEW fact_vector_revision AS SELECT max(
  (SELECT coalesce(max(seq), 0) FROM fact_vectors),
  (SELECT coalesce(max(revision), 0) FROM fact_vector_log)
) AS latest;
CREATE VIEW segment_vector_revision AS SELECT max(
  (SELECT coalesce(max(seq), 0) FROM segment_vectors),
  (SELECT coalesce(max(revision), 0) FROM segment_vector_log)
) AS latest;

CREATE TRIGGER fact_changed AFTER UPDATE ON facts
BEGIN
  INSERT INTO fact_log SELECT latest + 1, new.id FROM fact_revision;
END;
CREATE TRIGGER fact_erased AFTER DELETE ON facts
BEGIN
  INSERT INTO fact_log SELECT max(latest, old.seq) + 1, old.id FROM fact_revision;
END;
CREATE TRIGGER fact_vector_erased AFTER DELETE ON fact_vectors
BEGIN
  INSERT INTO fact_vector_log SELECT max(latest, old.seq) + 1, old.owner FROM fact_vector_revision;
END;
CREATE TRIGGER segment_vector_erased AFTER DELETE ON segment_vectors
BEGIN
  INSERT INTO segment_vector_log
    SELECT max(latest, old.seq) + 1, old.owner FROM segment_vector_revision;
END;

-- Whenever a log's last revision passes a multiple of 1024, all but the latest 4096 are given up.
CREATE TRIGGER fact_log_stays_short AFTER INSERT ON fact_log
WHEN new.revision > 4096 AND new.revision / 1024
  > (SELECT max(revision) FROM fact_log WHERE revision < new.revision) / 1024
BEGIN
  DELETE FROM fact_log WHERE revision <= new.revision - 4096;
  INSERT INTO fact_log VALUES (new.revision - 4096, '');
END;
CREATE TRIGGER fact_vector_log_stays_short AFTER INSERT ON fact_vector_log
WHEN new.revision > 4096 AND new.revision / 1024
  > (SELECT max(revision) FROM fact_vector_log WHERE revision < new.revision) / 1024
BEGIN
  DELETE FROM fact_vector_log WHERE revision <= new.revision - 4096;
  INSERT INTO fact_vector_log VALUES (new.revision - 4096, '');
END;
CREATE TRIGGER segment_vector_log_stays_short AFTER INSERT ON segment_vector_log
WHEN new.revision > 4096 AND new.revision / 1024
  > (SELECT max(revision) FROM segment_vector_log WHERE revision < new.revision) / 1024
BEGIN
  DELETE FROM segment_vector_log WHERE revision <= new.revision - 4096;
  INSERT INTO segment_vector_log VALUES (new.revision - 4096, '');
END;
