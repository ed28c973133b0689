/** For so long a list has moved fast before it counts as flung: one press of Page Down does not. */
const SUSTAINED_MS = 200;
/** Moves with a pause of so long between them are jumps. */
const PAUSE_MS = 100;
/** So many frames in a row it is slower: then it is no longer flung. */
const SLOW_FRAMES = 6;

/**
 * Whether a list is flung: it moves by a row or more from frame to frame, and has done so for a
 * while, so that nobody reads what passes. Takes each move, in pixels, and its time. A frame that
 * comes late ends no fling; where the list rests, begin with another one.
 */
export function createFlingSense(rowHeight: number): (by: number, atMs: number) => boolean {
  let sinceMs = 0;
  let fastMs = Number.NEGATIVE_INFINITY;
  let slowFrames = 0;
  let isFlung = false;
  return (by, atMs) => {
    slowFrames += 1;
    if (Math.abs(by) >= rowHeight) {
      sinceMs = atMs - fastMs > PAUSE_MS ? atMs : sinceMs;
      fastMs = atMs;
      slowFrames = 0;
    }
    isFlung = slowFrames < SLOW_FRAMES && (isFlung || fastMs - sinceMs >= SUSTAINED_MS);
    return isFlung;
  };
}
