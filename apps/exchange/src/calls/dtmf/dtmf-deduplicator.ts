/**
 * `rfc4733`: telephone events. `signalling`: SIP INFO or the voice SDK's `dtmf`. `inband`: tones.
 */
export type DtmfSource = "rfc4733" | "signalling" | "inband";

interface Arrival {
  digit: string;
  atMs: number;
}

/** If a far end also signals a digit, it does so within this time of the tone. */
const DUPLICATE_WINDOW_MS = 1500;
/**
 * The events and the INFO of one digit can be this far apart: a telephone sends INFO at the press
 * or at the release, and an event can last for seconds.
 */
const SIGNALLED_WINDOW_MS = 4000;
const MOST_UNPAIRED = 32;

export class DtmfDeduplicator {
  #isSignalled = false;
  #inBand: Arrival | null = null;
  /** The digits of each signalled source that have not yet arrived from the other source. */
  readonly #unpaired: Record<Exclude<DtmfSource, "inband">, Arrival[]> = {
    rfc4733: [],
    signalling: [],
  };

  /**
   * Returns false for a digit that has already arrived in another way, and for every in-band digit
   * after the far end has signalled one.
   */
  accepts(digit: string, source: DtmfSource, nowMs: number): boolean {
    if (source === "inband") {
      if (this.#isSignalled) {
        return false;
      }
      this.#inBand = { digit, atMs: nowMs };
      return true;
    }
    const sound = this.#inBand;
    this.#isSignalled = true;
    this.#inBand = null;
    const isSounded = sound?.digit === digit && nowMs - sound.atMs <= DUPLICATE_WINDOW_MS;
    return !this.#isPaired(digit, source, nowMs) && !isSounded;
  }

  /** Some telephones send each digit as an event and by INFO. The second arrival does not count. */
  #isPaired(digit: string, source: "rfc4733" | "signalling", nowMs: number): boolean {
    const others = this.#unpaired[source === "rfc4733" ? "signalling" : "rfc4733"];
    const at = others.findIndex(
      (other) => other.digit === digit && nowMs - other.atMs <= SIGNALLED_WINDOW_MS,
    );
    if (at !== -1) {
      others.splice(0, at + 1);
      return true;
    }
    const own = this.#unpaired[source];
    own.push({ digit, atMs: nowMs });
    own.splice(0, own.length - MOST_UNPAIRED);
    return false;
  }
}
