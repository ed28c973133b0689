import { sql, type Kysely } from "kysely";

const people = sql`
  create table "user" (
    id uuid primary key,
    name text not null,
    email text,
    issuer text,
    subject text,
    created_at timestamptz not null default now(),
    disabled_at timestamptz,
    unique (issuer, subject),
    check ((issuer is null) = (subject is null))
  );
  create unique index user_email on "user" (lower(email));

  create table station (
    id uuid primary key,
    call_sign text not null check (call_sign = upper(call_sign)),
    name text not null,
    created_at timestamptz not null default now(),
    unique (call_sign)
  );

  create table membership (
    user_id uuid not null references "user" on delete cascade,
    station_id uuid not null references station on delete cascade,
    role text not null check (role in ('screener', 'presenter', 'producer', 'admin', 'owner')),
    -- Given by a group of the issuer, and taken back when the person has left the group.
    from_group boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (user_id, station_id)
  );
  create index membership_station on membership (station_id);

  create table user_setting (
    user_id uuid primary key references "user" on delete cascade,
    settings jsonb not null,
    updated_at timestamptz not null default now()
  );
`;

// No foreign keys: an entry outlives the person and the station that it names.
const audit = sql`
  create table audit_entry (
    id uuid primary key,
    at timestamptz not null default now(),
    user_id uuid,
    station_id uuid,
    action text not null,
    subject_type text not null,
    subject_id uuid,
    details jsonb not null default '{}',
    address text,
    request_id text
  );
  create index audit_entry_station on audit_entry (station_id, at desc);
  create index audit_entry_subject on audit_entry (subject_id, at desc);

  create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only', tg_table_name;
  end $$;
  create trigger audit_entry_append_only before update or delete or truncate on audit_entry
    for each statement execute function refuse_change();
`;

const realtime = sql`
  create table station_seq (
    station_id uuid primary key references station on delete cascade,
    seq bigint not null
  );

  create table outbox (
    id bigint generated always as identity primary key,
    channel text not null,
    event text not null,
    payload jsonb not null,
    station_id uuid,
    seq bigint,
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    unique (station_id, seq)
  );
  create index outbox_unsent on outbox (id) where sent_at is null;
  create index outbox_age on outbox (created_at);

  create table webhook_receipt (
    token text primary key,
    received_at timestamptz not null default now()
  );
  create index webhook_receipt_age on webhook_receipt (received_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await people.execute(db);
  await audit.execute(db);
  await realtime.execute(db);
}
