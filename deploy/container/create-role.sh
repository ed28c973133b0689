#!/bin/sh
# Creates the database and its two roles, once. Neither role is a superuser. The owner runs the
# migrations, and the first start of the server grants the rights of the server's role.
set -e
owner=$(cat "$OWNER_PASSWORD_FILE")
server=$(cat "$SERVER_PASSWORD_FILE")
psql -v ON_ERROR_STOP=1 -v owner="$owner" -v server="$server" --username postgres <<'SQL'
create role linedesk_owner login nosuperuser nocreatedb nocreaterole password :'owner';
create role linedesk login nosuperuser nocreatedb nocreaterole password :'server';
create database linedesk owner linedesk_owner;
revoke all on database linedesk from public;
grant connect on database linedesk to linedesk;
SQL
