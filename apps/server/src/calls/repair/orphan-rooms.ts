import type { Clock } from "@linedesk/base";
import type { Discrepancy } from "./compare-calls.ts";

const LOOK_AGAIN_AFTER_MS = 2_000;

/**
 * The rooms that had no live call at the last comparison. A room is left over only when a later
 * comparison finds it as well, because the lists of the service and of the database are of different
 * moments.
 */
export class OrphanRooms {
  readonly #clock: Pick<Clock, "elapsedMs">;
  #seen: ReadonlyMap<string, number> = new Map();

  constructor(clock: Pick<Clock, "elapsedMs">) {
    this.#clock = clock;
  }

  /** Returns the findings without the rooms that were found for the first time a moment ago. */
  confirm(findings: readonly Discrepancy[]): Discrepancy[] {
    const nowMs = this.#clock.elapsedMs();
    const rooms = findings.flatMap((one) => (one.type === "room.orphan" ? [one.roomSid] : []));
    const seen = new Map(rooms.map((sid) => [sid, this.#seen.get(sid) ?? nowMs]));
    this.#seen = seen;
    return findings.filter(
      (one) =>
        one.type !== "room.orphan" ||
        nowMs - (seen.get(one.roomSid) ?? nowMs) >= LOOK_AGAIN_AFTER_MS,
    );
  }
}
