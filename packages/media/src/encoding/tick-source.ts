/** A sound cut into ticks, each to be had at its own place. */
export interface TickSource {
  readonly sampleRate: number;
  /** After so many it begins anew; null where it goes on for ever. */
  readonly round: number | null;
  /** The samples of this tick or of one of the last, valid until the next call. */
  read(tick: number): Int16Array;
}

/** The tick that is so many after another one, or before it where negative. */
export function tickAfter(
  { round }: Pick<TickSource, "round">,
  tick: number,
  count: number,
): number {
  if (round === null) {
    return tick + count;
  }
  return (((tick + count) % round) + round) % round;
}
