/** A scroll is fast after this time of fast moves, which one Page Down does not reach. */
const SUSTAINED_MS = 200;
/** Moves with a longer pause between them are jumps. */
const PAUSE_MS = 100;
/** After this number of slower frames in a row the scroll is no longer fast. */
const SLOW_FRAMES = 6;

/**
 * Returns a function that takes each move in pixels and its time, and returns true during a fast
 * scroll. A scroll is fast when the list has moved by a row or more from frame to frame for a
 * while. A late frame does not end it. Create a new function after a rest.
 */
export function createFastScroll(rowHeight: number): (by: number, atMs: number) => boolean {
  let sinceMs = 0;
  let fastMs = Number.NEGATIVE_INFINITY;
  let slowFrames = 0;
  let isFast = false;
  return (by, atMs) => {
    slowFrames += 1;
    if (Math.abs(by) >= rowHeight) {
      sinceMs = atMs - fastMs > PAUSE_MS ? atMs : sinceMs;
      fastMs = atMs;
      slowFrames = 0;
    }
    isFast = slowFrames < SLOW_FRAMES && (isFast || fastMs - sinceMs >= SUSTAINED_MS);
    return isFast;
  };
}
