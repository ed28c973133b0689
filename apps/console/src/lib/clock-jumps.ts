export interface ClockJumpOptions {
  schedule: (run: () => void, ms: number) => () => void;
  /** Returns the wall clock, which continues while the machine sleeps. */
  now: () => number;
  /**
   * Is called after a jump of this length: the page slept or froze, or the machine's clock was set.
   */
  onJump: (ms: number) => void;
}

const BEAT_MS = 1_000;
/** A shorter jump only means that the machine is busy. */
const JUMP_MS = 5_000;

export interface ClockWatch {
  /** Checks at once, because another event suggests that the page was asleep. */
  check: () => void;
  stop: () => void;
}

export function watchClockJumps({ schedule, now, onJump }: ClockJumpOptions): ClockWatch {
  let lastAt = now();
  let cancel = schedule(check, BEAT_MS);
  function check(): void {
    const at = now();
    const passedMs = at - lastAt;
    lastAt = at;
    cancel();
    cancel = schedule(check, BEAT_MS);
    if (Math.abs(passedMs - BEAT_MS) > JUMP_MS) {
      onJump(passedMs);
    }
  }
  return { check, stop: () => cancel() };
}
