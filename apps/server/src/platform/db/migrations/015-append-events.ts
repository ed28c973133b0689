import { type QueryExecutorProvider, sql } from "kysely";

/**
 * Writes the events of a transaction, which `linedesk.events` contains, with the next numbers of
 * their stations. Other transactions of a station wait from here to the end of the commit, and for
 * an advisory lock, because each commit would wake all that wait for a row. The release before this
 * one takes the same lock.
 *
 * `linedesk.notice` gets the written events for a notification: a line for each, with its id, seq,
 * station with masked numbers, channel, name and data. It is empty when a notification cannot
 * contain them; every reader then reads the table.
 */
const appendEvents = sql`
  create function append_events() returns void language plpgsql as $$
  declare
    -- PostgreSQL refuses notifications of 8,000 bytes.
    most_bytes constant integer := 7900;
    lines text[] := '{}';
    notice text;
    given record;
    masking uuid;
    numbered bigint;
    written bigint;
    data text;
  begin
    for given in
      select * from json_to_recordset(current_setting('linedesk.events')::json)
        as event (channel text, name text, payload text, station uuid)
    loop
      if given.station is null then
        insert into outbox (channel, event, payload)
        values (given.channel, given.name, given.payload::jsonb);
        lines := null;
        continue;
      end if;
      select id into masking from station where id = given.station and numbers_from is not null;
      perform pg_advisory_xact_lock(hashtextextended(given.station::text, 1));
      insert into station_seq as s (station_id, seq) values (given.station, 1)
      on conflict (station_id) do update set seq = s.seq + 1
      returning s.seq into numbered;
      data := left(given.payload, -1) || ',"seq":' || numbered || '}';
      insert into outbox (channel, event, payload, station_id, seq)
      values (given.channel, given.name, data::jsonb, given.station, numbered)
      returning id into written;
      lines := lines || concat_ws(
        e'\\t', written, numbered, coalesce(masking::text, ''), given.channel, given.name, data);
    end loop;
    notice := array_to_string(lines, e'\\n');
    perform set_config(
      'linedesk.notice',
      case when octet_length(notice) <= most_bytes then notice else '' end,
      false);
  end $$
`;

export async function up(db: QueryExecutorProvider): Promise<void> {
  await appendEvents.execute(db);
}
