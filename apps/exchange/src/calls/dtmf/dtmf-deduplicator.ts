/**
 * `event`: RFC 4733. `signalled`: SIP INFO or the voice SDK's `dtmf`. `sound`: found in the tones.
 */
export type DtmfSource = "rfc4733" | "signalling" | "inband";

/** A far end that says a key in signalling says it within this time of its tone. */
const DUPLICATE_WINDOW_MS = 1500;

export class DtmfDeduplicator {
  #isSignalled = false;
  #inBand: { key: string; atMs: number } | null = null;

  /** False for a key that came before by another way. */
  accepts(key: string, way: DtmfSource, nowMs: number): boolean {
    if (way === "inband") {
      if (this.#isSignalled) {
        return false;
      }
      this.#inBand = { key, atMs: nowMs };
      return true;
    }
    const sound = this.#inBand;
    this.#isSignalled = true;
    this.#inBand = null;
    return sound === null || sound.key !== key || nowMs - sound.atMs > DUPLICATE_WINDOW_MS;
  }
}
