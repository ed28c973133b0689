import { type QueryExecutorProvider, sql } from "kysely";

/**
 * Writes the events of a transaction with the next numbers of their stations. Other transactions of
 * a station wait from here to the end of the commit, and for an advisory lock, because each commit
 * would wake all that wait for a row. The release before this one takes the same lock.
 *
 * `linedesk.notice` gets the written events for a notification: a line for each, with its id, seq,
 * station with masked numbers, channel, name and data. It is empty when a notification cannot
 * contain them; every reader then reads the table.
 */
const appendEvents = sql`
  create function append_events(
    channels text[], names text[], payloads text[], stations uuid[]
  ) returns void language plpgsql as $$
  declare
    -- PostgreSQL refuses notifications of 8,000 bytes.
    most_bytes constant integer := 7900;
    lines text[] := '{}';
    notice text;
    masking uuid;
    numbered bigint;
    written bigint;
    data text;
  begin
    for at in 1 .. cardinality(channels) loop
      if stations[at] is null then
        insert into outbox (channel, event, payload)
        values (channels[at], names[at], payloads[at]::jsonb);
        lines := null;
        continue;
      end if;
      select id into masking from station where id = stations[at] and numbers_from is not null;
      perform pg_advisory_xact_lock(hashtextextended(stations[at]::text, 1));
      insert into station_seq as s (station_id, seq) values (stations[at], 1)
      on conflict (station_id) do update set seq = s.seq + 1
      returning s.seq into numbered;
      data := left(payloads[at], -1) || ',"seq":' || numbered || '}';
      insert into outbox (channel, event, payload, station_id, seq)
      values (channels[at], names[at], data::jsonb, stations[at], numbered)
      returning id into written;
      lines := lines || concat_ws(
        e'\\t', written, numbered, coalesce(masking::text, ''), channels[at], names[at], data);
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
