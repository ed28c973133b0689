/**
 * `rfc4733`: telephone events. `signalling`: SIP INFO or the voice SDK's `dtmf`. `inband`: tones.
 */
export type DtmfSource = "rfc4733" | "signalling" | "inband";

/** If a far end also signals a digit, it does so within this time of the tone. */
const DUPLICATE_WINDOW_MS = 1500;

export class DtmfDeduplicator {
  #isSignalled = false;
  #inBand: { key: string; atMs: number } | null = null;

  /** Returns false for a digit that has already arrived in another way. */
  accepts(key: string, source: DtmfSource, nowMs: number): boolean {
    if (source === "inband") {
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
