import { sql } from "kysely";
import * as z from "zod";

import { openDatabase } from "../platform/db/database.ts";

const linesSchema = z.array(
  z.object({ station: z.string(), number: z.string(), line: z.string(), open: z.boolean() }),
);
const peopleSchema = z.array(z.object({ name: z.string(), role: z.string() }));

export interface StationFacts {
  lines: z.output<typeof linesSchema>;
  people: z.output<typeof peopleSchema>;
}

const SHOWN_LINES = 12;
const SHOWN_PEOPLE = 10;

/**
 * Reads the facts for the start text: the numbers of the first stations and the people of the first
 * station.
 */
export async function readStationFacts(databaseUrl: string): Promise<StationFacts> {
  const db = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => undefined });
  try {
    const lines = await sql`
      select s.call_sign as station, l.number, l.name as line, l.open
      from phone_line l join station s on s.id = l.station_id
      order by s.id, l.number limit ${SHOWN_LINES}
    `.execute(db);
    const people = await sql`
      select u.name, m.role from membership m join "user" u on u.id = m.user_id
      where m.station_id = (select id from station order by id limit 1)
      order by u.name limit ${SHOWN_PEOPLE}
    `.execute(db);
    return { lines: linesSchema.parse(lines.rows), people: peopleSchema.parse(people.rows) };
  } finally {
    await db.destroy();
  }
}
