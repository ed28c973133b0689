/** For so long a list has moved fast before it counts as flung: one press of Page Down does not. */
const SUSTAINED_MS = 300;
/** A pause of so long ends it. */
const PAUSE_MS = 100;

/**
 * Whether a list is flung: it moves by a row or more from frame to frame, and has done so for a
 * while, so that nobody reads what passes. Takes each move, in pixels, and its time.
 */
export function createFlingSense(rowHeight: number): (by: number, atMs: number) => boolean {
  let sinceMs = 0;
  let fastMs = Number.NEGATIVE_INFINITY;
  return (by, atMs) => {
    if (Math.abs(by) >= rowHeight) {
      sinceMs = atMs - fastMs > PAUSE_MS ? atMs : sinceMs;
      fastMs = atMs;
    }
    return atMs - fastMs <= PAUSE_MS && fastMs - sinceMs >= SUSTAINED_MS;
  };
}
