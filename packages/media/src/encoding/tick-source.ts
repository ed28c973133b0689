/** A sound cut into ticks with random access. */
export interface TickSource {
  readonly sampleRate: number;
  /** The number of ticks until the sound begins again; `null` for an endless sound. */
  readonly loopTicks: number | null;
  /**
   * Returns the samples of a tick, valid until the next call. For an endless sound the tick must be
   * the current one or a recent one.
   */
  read(tick: number): Int16Array;
}

/**
 * Returns the tick that is `count` ticks after `tick`; a negative count gives an earlier tick. In a
 * finite sound the first tick follows the last one.
 */
export function tickAfter(
  { loopTicks }: Pick<TickSource, "loopTicks">,
  tick: number,
  count: number,
): number {
  if (loopTicks === null) {
    return tick + count;
  }
  return (((tick + count) % loopTicks) + loopTicks) % loopTicks;
}
