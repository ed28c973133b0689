import { DtmfDetector, type Reception } from "@linedesk/audio";
import type { LegId, MediaEvent } from "../port/media-port.ts";
import { LegMeters } from "./leg-meters.ts";

interface Detecting {
  leg: LegId;
  reception: Reception;
  emit: (event: MediaEvent) => void;
}

/** Detects speech and DTMF digits in a leg's sound. */
export class LegDetectors {
  readonly meters: LegMeters;
  readonly #leg: LegId;
  readonly #emit: (event: MediaEvent) => void;
  /** Detects digits in band, if the far end sends no telephone events. */
  #dtmf: DtmfDetector | null = null;

  constructor({ leg, reception, emit }: Detecting) {
    this.meters = new LegMeters(reception);
    this.#leg = leg;
    this.#emit = emit;
  }

  /** Sets the rate of the detection of in-band digits; `null` disables the detection. */
  setInBandDtmf(sampleRate: number | null): void {
    this.#dtmf = sampleRate === null ? null : new DtmfDetector(sampleRate);
  }

  /** Is true when in-band digits need every block, even without listeners. */
  get needsEveryBlock(): boolean {
    return this.#dtmf !== null;
  }

  /** Counts a tick whose block was not decoded. */
  repeat(): void {
    this.#report(this.meters.repeat());
  }

  process(block: Int16Array): void {
    const leg = this.#leg;
    this.#report(this.meters.process(block));
    if (this.#dtmf === null) {
      return;
    }
    for (const digit of this.#dtmf.feed(block)) {
      this.#emit({ type: "leg.digit", leg, digit, isInBand: true });
    }
  }

  #report(hasSpeechChanged: boolean): void {
    if (hasSpeechChanged) {
      this.#emit({ type: "leg.speech", leg: this.#leg, isSpeaking: this.meters.isSpeaking });
    }
  }
}
