import type { Db } from "../platform/db/database.ts";

/**
 * Takes the turn of a job that one replica does every `everyMs`: true for the one that may do it
 * now.
 */
export async function acquireJobTurn(
  db: Db,
  turn: { name: string; everyMs: number; now: Date },
): Promise<boolean> {
  const { name, now } = turn;
  const due = new Date(now.getTime() - turn.everyMs);
  const taken = await db
    .insertInto("care_turn")
    .values({ name, taken_at: now })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ taken_at: now })
        // Taken in the future: the clock was set back since.
        .where((eb) =>
          eb.or([eb("care_turn.taken_at", "<=", due), eb("care_turn.taken_at", ">", now)]),
        ),
    )
    .returning("name")
    .executeTakeFirst();
  return taken !== undefined;
}
