import type { Clock } from "@linedesk/base";
import type { Seat } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { publishSeat } from "../platform/realtime/publish.ts";
import { findSeats, markAsleep, writeBeat, type SeatBeat } from "./seat-store.ts";

/** Two beats of ten seconds may be lost. */
const ASLEEP_AFTER_MS = 25_000;
/** Who sent no beat for longer is at no seat any more. */
const LEFT_AFTER_MS = 24 * 3_600_000;

export interface SeatDeps {
  db: Db;
  clock: Pick<Clock, "now">;
}

export function readSeats({ db, clock }: SeatDeps, station: string): Promise<Seat[]> {
  return findSeats(db, station, new Date(clock.now() - LEFT_AFTER_MS));
}

/** A desk says that it is awake; the others are told when that is news. Answers every seat. */
export async function takeBeat(deps: SeatDeps, beat: Omit<SeatBeat, "at">): Promise<Seat[]> {
  const { station, user, lines } = beat;
  const at = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (trx) => {
    if (await writeBeat(trx, { ...beat, at })) {
      await publishSeat(trx, station, { user, asleep: false, lines });
    }
  });
  return readSeats(deps, station);
}

/** Tells each station which of its desks have stopped sending beats. */
export async function reportUnresponsiveSeats({ db, clock }: SeatDeps): Promise<void> {
  const before = new Date(clock.now() - ASLEEP_AFTER_MS);
  await db.transaction().execute(async (trx) => {
    for (const { station, ...seat } of await markAsleep(trx, before)) {
      await publishSeat(trx, station, seat);
    }
  });
}
