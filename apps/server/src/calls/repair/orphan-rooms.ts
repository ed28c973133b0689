import type { Clock } from "@linedesk/base";
import type { Discrepancy } from "./compare-calls.ts";

const CONFIRM_AFTER_MS = 2_000;

/**
 * Remembers the rooms that had no live call at the last comparison. A room counts as an orphan only
 * when a later comparison finds it as well, because the lists of the service and of the database
 * are of different moments.
 */
export class OrphanRooms {
  readonly #clock: Pick<Clock, "elapsedMs">;
  #seen: ReadonlyMap<string, number> = new Map();

  constructor(clock: Pick<Clock, "elapsedMs">) {
    this.#clock = clock;
  }

  /** Returns the findings without the rooms that were first found less than 2 s ago. */
  confirm(findings: readonly Discrepancy[]): Discrepancy[] {
    const nowMs = this.#clock.elapsedMs();
    const rooms = findings.flatMap((one) => (one.type === "room.orphan" ? [one.roomSid] : []));
    const seen = new Map(rooms.map((sid) => [sid, this.#seen.get(sid) ?? nowMs]));
    this.#seen = seen;
    return findings.filter(
      (one) =>
        one.type !== "room.orphan" || nowMs - (seen.get(one.roomSid) ?? nowMs) >= CONFIRM_AFTER_MS,
    );
  }
}
