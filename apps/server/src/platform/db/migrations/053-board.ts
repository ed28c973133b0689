import { sql, type Kysely } from "kysely";

const board = sql`
  alter table station
    add column logo text check (length(logo) <= 200000),
    add column colour text check (colour ~ '^#[0-9a-f]{6}$');

  alter table station_telephony
    add column forward_to text,
    add column opening_hours jsonb,
    add column line_closed_words text check (length(line_closed_words) <= 500),
    add column lines_busy_words text check (length(lines_busy_words) <= 500),
    add column rehearsal_until timestamptz;

  alter table phone_line
    add column loop_started_at timestamptz,
    add column loop_reached_at timestamptz,
    add column loop_failure text;

  alter table call add column rehearsal boolean not null default false;
`;

/** Opening hours and looks of a station, loop calls and rehearsals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await board.execute(db);
}
