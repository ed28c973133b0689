import type { PacketRows } from "./packet-rows.ts";

/** A sound cut into ticks, which many may hear, each at his own place. */
export interface SoundTicks {
  readonly sampleRate: number;
  /** After so many it begins anew; null where it goes on for ever. */
  readonly round: number | null;
  /** Its packets in the codecs that somebody hears it in. */
  readonly rows: PacketRows;
  /** The samples of this tick or of one of the last, valid until the next call. */
  read(tick: number): Int16Array;
}

/** The tick that is so many after another one, or before it where negative. */
export function tickAfter({ round }: SoundTicks, tick: number, count: number): number {
  if (round === null) return tick + count;
  return (((tick + count) % round) + round) % round;
}
