-- By which strategies a prompt was made to fit: a list of their names.
ALTER TABLE turn_metrics ADD COLUMN strategies TEXT NOT NULL DEFAULT '[]';
