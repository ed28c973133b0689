#!/bin/sh
# Creates the role of the server, which is no superuser, and its database, once.
set -e
password=$(cat "$POSTGRES_PASSWORD_FILE")
psql -v ON_ERROR_STOP=1 -v password="$password" --username postgres <<'SQL'
create role linedesk login nosuperuser nocreatedb nocreaterole password :'password';
create database linedesk owner linedesk;
revoke connect on database linedesk from public;
SQL
