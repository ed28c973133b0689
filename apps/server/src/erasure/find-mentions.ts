import type { Db } from "../platform/db/database.ts";
import { listNamesOfNumber } from "./erasure-store.ts";
import { listMentions, type Mention } from "./replace-in-texts-store.ts";
import { writeReplacement } from "./write-person-pattern.ts";

/** Lists the texts of the station in which an erasure would replace the number and its names. */
export async function findMentions(
  db: Db,
  { station, number, limit }: { station: string; number: string; limit: number },
): Promise<Mention[]> {
  const names = await listNamesOfNumber(db, { station, number });
  const replacement = writeReplacement({ numbers: [number], names });
  return replacement === null
    ? []
    : listMentions(db, { station, includesOwnContacts: false, replacement, limit });
}
