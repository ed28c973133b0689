/** `event`: RFC 4733. `signalled`: SIP INFO or the voice SDK's `dtmf`. `sound`: found in the tones. */
export type KeyWay = "event" | "signalled" | "sound";

/** A far end that says a key in signalling says it within this time of its tone. */
const SAME_KEY_MS = 1500;

/** One key pressed is one key heard, by whichever ways it comes. */
export class HeardKeys {
  #isSignalled = false;
  #sound: { key: string; atMs: number } | null = null;

  /** False for a key that came before by another way. */
  accepts(key: string, way: KeyWay, nowMs: number): boolean {
    if (way === "sound") {
      if (this.#isSignalled) {
        return false;
      }
      this.#sound = { key, atMs: nowMs };
      return true;
    }
    const sound = this.#sound;
    this.#isSignalled = true;
    this.#sound = null;
    return sound === null || sound.key !== key || nowMs - sound.atMs > SAME_KEY_MS;
  }
}
