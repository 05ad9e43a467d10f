#!/bin/sh
# The program's role owns its database and is no superuser: row-level security holds for it too.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" --username postgres <<'SQL'
CREATE ROLE assistant LOGIN PASSWORD :'password';
CREATE DATABASE assistant OWNER assistant;
\connect assistant
CREATE EXTENSION IF NOT EXISTS vector;
SQL
