import { sql } from "kysely";

/**
 * Refuses every change of an append-only table, with two exceptions that set a variable in their
 * transaction: the erasure of a person updates rows, and retention deletes overdue rows.
 */
export const refuseChange = sql`
  create or replace function refuse_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and current_setting('linedesk.retention', true) = 'over' then
      return null;
    end if;
    if tg_op = 'UPDATE' and current_setting('linedesk.erasing', true) = 'on' then
      return null;
    end if;
    raise exception '% is append-only', tg_table_name;
  end $$;
`;

/**
 * The audit has no foreign keys, because an entry outlives the person and the station that it
 * names.
 */
export const audit = sql`
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
  create index audit_entry_log on audit_entry (station_id, id desc);
  create trigger audit_entry_append_only before update or delete or truncate on audit_entry
    for each statement execute function refuse_change();
`;

/** Retention deletes no entry that is younger than a year. */
export const auditYear = sql`
  create function refuse_young_audit() returns trigger language plpgsql as $$
  begin
    if old.at > now() - interval '365 days' then
      raise exception 'audit_entry is stored for a year';
    end if;
    return old;
  end $$;
  create trigger audit_entry_stored before delete on audit_entry
    for each row execute function refuse_young_audit();
`;

/** The erasure of a person changes an entry's details, never its person, action, time or place. */
export const auditDetails = sql`
  create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    if to_jsonb(new) - 'details' <> to_jsonb(old) - 'details' then
      raise exception 'audit_entry is append-only but for its details';
    end if;
    return new;
  end $$;
  create trigger audit_entry_said before update on audit_entry
    for each row execute function refuse_audit_change();
`;

export const retention = sql`
  create table retention_period (
    station_id uuid not null references station on delete cascade,
    kind text not null
      check (kind in ('calls', 'notes', 'chat', 'quality', 'recordings', 'audit')),
    days integer not null check (days between 1 and 36500),
    primary key (station_id, kind)
  );
`;
