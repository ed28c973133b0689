/**
 * `rfc4733`: telephone events. `signalling`: SIP INFO or the voice SDK's `dtmf`. `inband`: tones.
 */
export type DtmfSource = "rfc4733" | "signalling" | "inband";

/** A far end that also signals a digit does so within this time of its tone. */
const DUPLICATE_WINDOW_MS = 1500;

export class DtmfDeduplicator {
  #isSignalled = false;
  #inBand: { key: string; atMs: number } | null = null;

  /** Returns false for a digit that already arrived by another way. */
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
