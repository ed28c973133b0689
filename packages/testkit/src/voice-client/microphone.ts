import wrtc from "@roamhq/wrtc";

import { sine } from "@linedesk/audio";

const { RTCAudioSource } = wrtc.nonstandard;

const SAMPLE_RATE = 48_000;
const FRAME_MS = 10;
const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1000;
const AMPLITUDE = 0.3;
/** Each tone has a whole number of periods in a second, so a second repeats without a click. */
const LOOP_MS = 1000;

/** A microphone that sends a tone or silence. */
export class Microphone {
  readonly stream: InstanceType<typeof wrtc.MediaStream>;
  readonly #source = new RTCAudioSource();
  readonly #timer: NodeJS.Timeout;
  #tone: Int16Array | null = null;
  #position = 0;
  #sentFrames = 0;
  readonly #startedAt = performance.now();

  constructor() {
    this.stream = new wrtc.MediaStream([this.#source.createTrack()]);
    this.#timer = setInterval(() => this.#send(), FRAME_MS);
  }

  say(frequencyHz: number | null): void {
    this.#position = 0;
    this.#tone =
      frequencyHz === null
        ? null
        : sine({
            frequenciesHz: [frequencyHz],
            durationMs: LOOP_MS,
            amplitude: AMPLITUDE,
            sampleRate: SAMPLE_RATE,
          });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Sends the frames that are due by the clock, because timers run late. */
  #send(): void {
    const due = Math.floor((performance.now() - this.#startedAt) / FRAME_MS);
    for (; this.#sentFrames < due; this.#sentFrames += 1) {
      const samples = new Int16Array(FRAME_SAMPLES);
      if (this.#tone !== null) {
        samples.set(this.#tone.subarray(this.#position, this.#position + FRAME_SAMPLES));
        this.#position = (this.#position + FRAME_SAMPLES) % this.#tone.length;
      }
      this.#source.onData({
        samples,
        sampleRate: SAMPLE_RATE,
        bitsPerSample: 16,
        channelCount: 1,
        numberOfFrames: FRAME_SAMPLES,
      });
    }
  }
}
