import type { NowPlaying } from "@linedesk/contract";

/** A playout system that says nothing more has lost us, as it has the server. */
const HOLDS_MS = 3_600_000;

export function isStillPlaying({ at }: Pick<NowPlaying, "at">, now: number): boolean {
  return now - Date.parse(at) < HOLDS_MS;
}
