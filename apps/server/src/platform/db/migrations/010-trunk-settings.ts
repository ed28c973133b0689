import { type QueryExecutorProvider, sql } from "kysely";

/**
 * Every setting of the file of trunks. `host` stays the first host, so that the release before
 * this one still works.
 */
const trunkSettings = sql`
  alter table trunk
    add column further_hosts text[] not null default '{}' check (cardinality(further_hosts) <= 7),
    add column domain text,
    add column authority text,
    add column keep_alive_s integer not null default 30
      check (keep_alive_s = 0 or keep_alive_s between 5 and 3600),
    add column sources text[] not null default '{}' check (cardinality(sources) <= 64),
    add column challenges boolean not null default false,
    add column registrar text,
    add column registers_as text,
    add column expires_s integer not null default 600 check (expires_s between 60 and 86400),
    add column channels integer check (channels between 1 and 10000),
    add column priority integer not null default 1 check (priority between 1 and 100),
    add column codecs text[] not null default '{PCMU,PCMA,G722,opus}'
      check (cardinality(codecs) between 1 and 4),
    add column encryption text not null default 'off'
      check (encryption in ('off', 'optional', 'required')),
    add column keys_in_clear boolean not null default false,
    add column digits text not null default 'rfc4733'
      check (digits in ('rfc4733', 'info', 'sound')),
    add column carries text[] not null default '{*}' check (cardinality(carries) between 1 and 200),
    add column caller_id text,
    add column country text not null default '61',
    add column national_prefix text not null default '0',
    add column international_prefix text not null default '0011',
    add column emergency boolean not null default false,
    add column asserts_identity boolean not null default true`;

export async function up(db: QueryExecutorProvider): Promise<void> {
  await trunkSettings.execute(db);
}
