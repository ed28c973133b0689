import { type QueryExecutorProvider, sql } from "kysely";

/**
 * The role of the server may neither change nor delete audit entries nor change the schema. These
 * functions run with the rights of their owner, and each does one thing. Their search path is fixed,
 * so that no object of another schema can take the place of one of theirs.
 */
const narrow = [
  "make_call_partition(text, date)",
  "remove_old_audit(uuid, timestamptz, integer)",
  "erase_in_audit(uuid, uuid[], text, text, boolean)",
];

/**
 * Replaces only inside the strings of a JSON value. A replacement in the JSON text could also change
 * its syntax.
 */
const replaceInStrings = sql`
  create function replace_in_strings(given jsonb, pattern text, words text)
  returns jsonb language plpgsql immutable as $$
  begin
    case jsonb_typeof(given)
      when 'string' then
        return to_jsonb(regexp_replace(given #>> '{}', pattern, words, 'gi'));
      when 'array' then
        return (select coalesce(jsonb_agg(
            replace_in_strings(e.value, pattern, words) order by e.at), '[]')
          from jsonb_array_elements(given) with ordinality as e (value, at));
      when 'object' then
        return (select coalesce(jsonb_object_agg(
            e.key, replace_in_strings(e.value, pattern, words)), '{}')
          from jsonb_each(given) as e);
      else
        return given;
    end case;
  end $$;
`;

const makeCallPartition = sql`
  create function make_call_partition(of_table text, month date) returns void
  language plpgsql security definer as $$
  begin
    if of_table not in ('call', 'call_event') or extract(day from month) <> 1
      or month not between '2000-01-01' and '2100-12-01' then
      raise exception 'call and call_event have partitions of one month from 2000 to 2100';
    end if;
    -- With "if not exists" alone, two creators of the same table can still collide.
    perform pg_advisory_xact_lock(hashtext('linedesk.partitions'));
    execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
      of_table || to_char(month, '_YYYY_MM'), of_table,
      to_char(month, 'YYYY-MM-DD 00:00:00+00'),
      to_char(month + interval '1 month', 'YYYY-MM-DD 00:00:00+00'));
  end $$;
`;

/** A trigger refuses entries that are younger than a year, whatever the period of the station. */
const removeOldAudit = sql`
  create function remove_old_audit(of_station uuid, before timestamptz, most integer)
  returns integer language plpgsql security definer as $$
  declare
    period integer;
    removed integer;
  begin
    select days into period from retention_period where station_id = of_station and kind = 'audit';
    if period is null then
      raise exception 'the station has no retention period of the audit';
    end if;
    perform set_config('linedesk.retention', 'over', true);
    delete from audit_entry where id in (
      select id from audit_entry
      where station_id = of_station and at < least(before, now() - make_interval(days => period))
      limit most);
    get diagnostics removed = row_count;
    return removed;
  end $$;
`;

/** The words that replace a person are fixed, so that nobody can write others into an entry. */
const eraseInAudit = sql`
  create function erase_in_audit(
    of_station uuid, subjects uuid[], pattern text, sieve text, with_others boolean)
  returns integer language plpgsql security definer as $$
  declare
    free_texts constant text[] := array['exception', 'reason', 'words'];
    reasons integer;
    texts integer;
  begin
    perform set_config('linedesk.erasing', 'on', true);
    update audit_entry set details = details || (
        select coalesce(jsonb_object_agg(key, '[erased]'::text), '{}')
        from jsonb_each(details) where key = any (free_texts))
      where station_id = of_station and subject_id = any (subjects) and action <> 'number.shown'
        and jsonb_typeof(details) = 'object'
        and exists (select from jsonb_object_keys(details) as key where key = any (free_texts));
    get diagnostics reasons = row_count;
    update audit_entry set details = replace_in_strings(details, pattern, '[erased]')
      where station_id = of_station
        and (subject_id = any (subjects) or action like '%.exported'
          or (with_others and action <> 'number.shown'
            and subject_type in ('call', 'caller', 'contact', 'contest', 'prize_win')))
        and details::text ~* sieve
        and details is distinct from replace_in_strings(details, pattern, '[erased]');
    get diagnostics texts = row_count;
    return reasons + texts;
  end $$;
`;

/** A transaction that changes an entry also adds the entry of an erasure, which nobody can remove. */
const nameErasure = sql`
  create function require_erasure_entry() returns trigger language plpgsql as $$
  begin
    perform from audit_entry
      where station_id = new.station_id and at >= now() and action = 'caller.erased'
        and xmin = pg_current_xact_id()::xid
      limit 1;
    if not found then
      raise exception 'audit_entry changes only with an entry of the erasure';
    end if;
    return null;
  end $$;
  create constraint trigger audit_entry_erasure_named after update on audit_entry
    deferrable initially deferred for each row execute function require_erasure_entry();
`;

export async function up(db: QueryExecutorProvider): Promise<void> {
  const parts = [replaceInStrings, makeCallPartition, removeOldAudit, eraseInAudit, nameErasure];
  for (const part of parts) {
    await part.execute(db);
  }
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const schema = sql.id(rows[0]?.schema ?? "public");
  for (const name of [...narrow, "require_erasure_entry()"].map((one) => sql.raw(one))) {
    await sql`alter function ${name} set search_path = ${schema}, pg_temp`.execute(db);
  }
  for (const name of narrow.map((one) => sql.raw(one))) {
    await sql`revoke execute on function ${name} from public`.execute(db);
  }
}
