/** A list counts as flung after fast moves for this time. One press of Page Down takes less. */
const SUSTAINED_MS = 200;
/** Moves with a longer pause between them are jumps. */
const PAUSE_MS = 100;
/** After this number of slower frames in a row the list no longer counts as flung. */
const SLOW_FRAMES = 6;

/**
 * Returns a function that takes the pixels and the time of each move. It returns true while the
 * list is flung: when the list has moved by a row or more from frame to frame for a while, so that
 * its rows cannot be read. A late frame does not end this. Create a new function after a rest.
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
