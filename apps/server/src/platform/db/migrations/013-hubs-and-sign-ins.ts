import { type QueryExecutorProvider, sql } from "kysely";

/**
 * Creates the tables that the embedded hubs of several servers share. A crash of the database empties
 * them, and then every socket connects again.
 */
const hubs = sql`
  create unlogged table hub_member (
    id bigint generated always as identity primary key,
    instance_id uuid not null,
    socket_id text not null,
    channel text not null,
    user_id text not null,
    info jsonb not null
  );
  create index hub_member_channel on hub_member (channel, user_id, id);
  create index hub_member_instance on hub_member (instance_id);

  create unlogged table hub_channel (
    instance_id uuid not null,
    channel text not null,
    subscribers integer not null,
    primary key (channel, instance_id)
  );
  create index hub_channel_instance on hub_channel (instance_id);

  -- The messages that are too long for a notification.
  create unlogged table hub_message (
    id uuid primary key,
    body text not null,
    created_at timestamptz not null default clock_timestamp()
  );
  create index hub_message_age on hub_message (created_at);
`;

/** The codes, sessions, grants and keys of the embedded issuer: ids are hashed, contents sealed. */
const signIns = sql`
  create table sso_record (
    model text not null,
    id_hash text not null,
    payload text not null,
    uid_hash text,
    grant_id_hash text,
    consumed_at timestamptz,
    expires_at timestamptz not null,
    primary key (model, id_hash)
  );
  create index sso_record_uid on sso_record (model, uid_hash) where uid_hash is not null;
  create index sso_record_grant on sso_record (grant_id_hash) where grant_id_hash is not null;
  create index sso_record_end on sso_record (expires_at);

  create table sso_key (
    id integer primary key check (id = 1),
    keys text not null
  );
`;

/** The files of the console's newest builds, for servers that have another build on the disk. */
const consoleBuilds = sql`
  create table console_build (
    entry text primary key,
    names text[] not null,
    stored_at timestamptz not null
  );

  create table console_asset (
    name text primary key,
    content bytea not null
  );
`;

export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [hubs, signIns, consoleBuilds]) {
    await statement.execute(db);
  }
}
