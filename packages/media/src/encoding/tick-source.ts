/** A sound cut into ticks with random access. */
export interface TickSource {
  readonly sampleRate: number;
  /** The number of ticks until the sound begins again; `null` for an endless sound. */
  readonly round: number | null;
  /** Returns the samples of this tick or a recent one, valid until the next call. */
  read(tick: number): Int16Array;
}

/**
 * Returns the tick that is `count` ticks after `tick`; a negative count means before it. In a
 * finite sound the first tick follows the last one.
 */
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
