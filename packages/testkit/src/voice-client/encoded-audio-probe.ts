import { muLaw, timestampDistance, toneAmplitude } from "@linedesk/audio";
import type { AudioProbe } from "./sdk-environment.ts";
import { SilenceWatch } from "./silence-watch.ts";

/** A packet of sound as it arrived, before any jitter buffer. */
export interface EncodedPacket {
  mimeType: string;
  timestamp: number;
  payload: ArrayBuffer;
}

const PCMU_RATE = 8000;
const FULL_SCALE = 32_768;

/**
 * Analyses a call in two ways. The browser's output gives the tone. The received PCMU packets show
 * a gap exactly, even if the machine has too little time to play the sound.
 */
export class EncodedAudioProbe implements AudioProbe {
  readonly #analyser: AnalyserNode;
  readonly #silence = new SilenceWatch();
  #nextTimestamp: number | null = null;

  constructor(analyser: AnalyserNode) {
    this.#analyser = analyser;
  }

  amplitude(frequencyHz: number): number {
    const played = new Float32Array(this.#analyser.fftSize);
    this.#analyser.getFloatTimeDomainData(played);
    const samples = Int16Array.from(played, (sample) => sample * (FULL_SCALE - 1));
    return toneAmplitude(samples, frequencyHz, this.#analyser.context.sampleRate) / FULL_SCALE;
  }

  longestGapMs(): number {
    return this.#silence.takeLongestMs();
  }

  take({ mimeType, timestamp, payload }: EncodedPacket): void {
    if (mimeType !== "audio/PCMU") {
      return;
    }
    const missing = timestampDistance(timestamp, this.#nextTimestamp ?? timestamp);
    if (missing < 0) {
      return;
    }
    const samples = new Int16Array(missing + payload.byteLength);
    muLaw.decode(new Uint8Array(payload), 0, payload.byteLength, samples.subarray(missing));
    this.#silence.add(samples, PCMU_RATE);
    this.#nextTimestamp = (timestamp + payload.byteLength) >>> 0;
  }
}
