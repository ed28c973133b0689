import { findStationDay, maskNumber } from "@linedesk/contract";
import { findMentions } from "../erasure/find-mentions.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { isNumberAlone, maskInWords } from "../platform/map-numbers.ts";
import { displayNumber, toE164 } from "../platform/to-e164.ts";
import { readGivenNumber } from "../stations/phone-lines/read-given-number.ts";
import { findOfNumber } from "./number-data-store.ts";

/**
 * The limit for each kind of data. The server refuses a larger export, instead of shortening it.
 */
const MOST_EXPORTED = 20_000;

interface NumberExport {
  station: string;
  number: string;
  actor: Actor;
  now: Date;
  isMasked: boolean;
}

/** Exports the station's data about a number as JSON. The audit gets only the last digits. */
export async function exportNumber(
  db: Db,
  { station, number: given, actor, now, isMasked }: NumberExport,
): Promise<{ fileName: string; json: string }> {
  const number = readGivenNumber(given, "number");
  const data = {
    ...(await findOfNumber(db, { station, number, limit: MOST_EXPORTED })),
    mentions: await findMentions(db, { station, number, limit: MOST_EXPORTED + 1 }),
  };
  if (Object.values(data).some((rows) => rows.length > MOST_EXPORTED)) {
    throw new ApiError("too_much_of_number");
  }
  const counts = Object.fromEntries(
    Object.entries(data).map(([kind, rows]) => [kind, rows.length]),
  );
  const details = { lastDigits: number.slice(-3), counts };
  await recordAudit(db, { actor, action: "number.exported", station, details });
  const about = { number, numberDisplay: displayNumber(number), at: now.toISOString() };
  const mask = isMasked
    ? (key: string, value: unknown) => maskOther(key, value, number)
    : undefined;
  const json = `${JSON.stringify({ ...about, ...data }, mask, 2)}\n`;
  return { fileName: `number-${findStationDay(now)}.json`, json };
}

/**
 * Masks the numbers other than `number` in a value, because a person who named one number must not
 * see the caller's other numbers.
 */
function maskOther(key: string, value: unknown, number: string): unknown {
  if (typeof value !== "string") {
    return value;
  }
  if (isNumberAlone(value)) {
    return toE164(value) === number ? value : maskNumber(value);
  }
  // The texts of mentions and messages have this key.
  return key === "text" ? maskInWords(value) : value;
}
