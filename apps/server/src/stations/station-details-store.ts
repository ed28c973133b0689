import { sql } from "kysely";

import { openingHours, type StationDetails } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { DEFAULT_MAX_DIAL_S } from "./phone-lines/phone-line-store.ts";

export async function findStationDetails(db: Db, station: string): Promise<StationDetails | null> {
  const row = await db
    .selectFrom("station as s")
    .leftJoin("station_telephony as t", "t.station_id", "s.id")
    .select([
      "s.call_sign as callSign",
      "s.name",
      "t.live_programme_url as liveProgrammeUrl",
      "t.hold_music_url as holdMusicUrl",
      "t.line_closed_url as lineClosedUrl",
      "t.lines_busy_url as linesBusyUrl",
      "t.max_dial_s as maxDialS",
      "t.line_closed_words as lineClosedWords",
      "t.lines_busy_words as linesBusyWords",
      "t.opening_hours as hours",
      "t.forward_to as forwardTo",
      "s.logo",
      "s.colour",
      (eb) =>
        eb
          .selectFrom("phone_line as l")
          .select("l.id")
          .whereRef("l.station_id", "=", "s.id")
          .where("l.priority", "=", true)
          .orderBy("l.number")
          .limit(1)
          .as("priorityLine"),
    ])
    .where("s.id", "=", station)
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const { hours, ...details } = row;
  return {
    ...details,
    openingHours: openingHours.safeParse(hours).data ?? null,
    maxDialS: row.maxDialS ?? DEFAULT_MAX_DIAL_S,
  };
}

export async function updateStationDetails(
  trx: Trx,
  station: string,
  details: Omit<StationDetails, "callSign">,
): Promise<void> {
  const { name, logo, colour } = details;
  await trx.updateTable("station").set({ name, logo, colour }).where("id", "=", station).execute();
  const telephony = {
    live_programme_url: details.liveProgrammeUrl,
    hold_music_url: details.holdMusicUrl,
    line_closed_url: details.lineClosedUrl,
    lines_busy_url: details.linesBusyUrl,
    max_dial_s: details.maxDialS,
    line_closed_words: details.lineClosedWords,
    lines_busy_words: details.linesBusyWords,
    opening_hours: details.openingHours === null ? null : JSON.stringify(details.openingHours),
    forward_to: details.forwardTo,
  };
  await trx
    .insertInto("station_telephony")
    .values({ station_id: station, ...telephony })
    .onConflict((conflict) => conflict.column("station_id").doUpdateSet(telephony))
    .execute();
}

/** Makes this line the only priority line. Returns true when a line was changed. */
export async function updatePriorityLine(
  trx: Trx,
  station: string,
  line: string | null,
): Promise<boolean> {
  const isIt = sql<boolean>`(${line}::uuid is not null and id = ${line}::uuid)`;
  const changed = await trx
    .updateTable("phone_line")
    .set({ priority: isIt })
    .where("station_id", "=", station)
    .where("priority", "!=", isIt)
    .returning("id")
    .execute();
  return changed.length > 0;
}
