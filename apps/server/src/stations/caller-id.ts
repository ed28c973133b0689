import type { Db } from "../platform/db/database.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { DEFAULT_MAX_DIAL_S, listLines } from "./phone-lines/phone-line-store.ts";
import { findShownNumber } from "./station-store.ts";

export { findShownNumber } from "./station-store.ts";

/** The caller ID of outgoing calls, and their maximum dial time. */
export interface CallerId {
  phoneLine: string;
  number: string;
  numberDisplay: string;
  name: string;
  maxDialS: number;
}

/**
 * Returns the caller ID of outgoing calls. It is the verified number that the station has chosen,
 * otherwise the number of the first open line, otherwise the number of the first line. A line
 * counts only if its number is known to be the station's own. Returns `null` without such a number,
 * and for a station without lines.
 */
export async function findCallerId(db: Db, station: string): Promise<CallerId | null> {
  const lines = await listLines(db, station);
  const shown = await findShownNumber(db, station);
  const usable = shown === null ? lines.filter(({ isOwn }) => isOwn) : lines;
  const line = usable.find(({ open }) => open) ?? usable[0];
  if (line === undefined) {
    return null;
  }
  const { id: phoneLine, maxDialS } = line;
  const { number, name } = shown ?? line;
  return { phoneLine, number, numberDisplay: displayNumber(number), name, maxDialS };
}

/** Returns the line's number for a call back if it is the station's own, else the caller ID. */
export async function findLineNumber(
  db: Db,
  { station, line }: { station: string; line: string },
): Promise<string | null> {
  const own = (await listLines(db, station)).find(({ id, isOwn }) => id === line && isOwn);
  return own?.number ?? (await findCallerId(db, station))?.number ?? null;
}

export async function findOwnNumber(db: Db, station: string): Promise<string | null> {
  const shown = (await findShownNumber(db, station)) ?? (await findCallerId(db, station));
  return shown?.number ?? null;
}

export async function readMaxDialS(db: Db, station: string): Promise<number> {
  const [line] = await listLines(db, station);
  return line?.maxDialS ?? DEFAULT_MAX_DIAL_S;
}
