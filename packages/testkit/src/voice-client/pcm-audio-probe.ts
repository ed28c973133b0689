import wrtc from "@roamhq/wrtc";

import { toneAmplitude } from "@linedesk/audio";
import { SilenceWatch } from "./silence-watch.ts";

const { RTCAudioSink } = wrtc.nonstandard;

const FRAME_MS = 10;
const WINDOW_MS = 500;
const FULL_SCALE = 32_768;

/** Keeps the last half second of a call's sound. */
export class PcmAudioProbe {
  readonly #sink: InstanceType<typeof RTCAudioSink>;
  readonly #silence = new SilenceWatch();
  #frames: Int16Array[] = [];
  #sampleRate = 48_000;

  constructor(track: ConstructorParameters<typeof RTCAudioSink>[0]) {
    this.#sink = new RTCAudioSink(track);
    this.#sink.ondata = (data: { samples: Int16Array; sampleRate: number }) => {
      this.#sampleRate = data.sampleRate;
      this.#frames.push(data.samples.slice());
      if (this.#frames.length > WINDOW_MS / FRAME_MS) {
        this.#frames.shift();
      }
      this.#silence.add(data.samples, data.sampleRate);
    };
  }

  /** Returns the longest gap since the last request. */
  longestGapMs(): number {
    return this.#silence.takeLongestMs();
  }

  /** Returns an amplitude 0..1. */
  amplitude(frequencyHz: number): number {
    const length = this.#frames.reduce((sum, frame) => sum + frame.length, 0);
    const samples = new Int16Array(length);
    let at = 0;
    for (const frame of this.#frames) {
      samples.set(frame, at);
      at += frame.length;
    }
    return toneAmplitude(samples, frequencyHz, this.#sampleRate) / FULL_SCALE;
  }

  close(): void {
    this.#sink.stop();
  }
}
