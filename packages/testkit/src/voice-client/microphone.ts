import wrtc from "@roamhq/wrtc";
import { sine, toneAmplitude } from "@linedesk/audio";

const { RTCAudioSource, RTCAudioSink } = wrtc.nonstandard;

const SAMPLE_RATE = 48_000;
const FRAME_MS = 10;
const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1000;
const AMPLITUDE = 0.3;
/** The tones used are whole numbers of periods in a second, so a second loops without a click. */
const LOOP_MS = 1000;

/** A microphone that says a tone, or nothing. */
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

  /** As many frames as are due by the clock, since timers run late. */
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

const HEARD_MS = 500;
/** Long enough to tell a tone from silence. */
const GAP_WINDOW_FRAMES = 2;
/** 0..1; the microphone says 0.3. */
const AUDIBLE = 0.05;

/** Keeps the last half second of what a call sounds like. */
export class Earphone {
  readonly #sink: InstanceType<typeof RTCAudioSink>;
  #frames: Int16Array[] = [];
  #sampleRate = SAMPLE_RATE;
  #watch: { frequencyHz: number; gapMs: number; longestMs: number } | null = null;

  constructor(track: ConstructorParameters<typeof RTCAudioSink>[0]) {
    this.#sink = new RTCAudioSink(track);
    this.#sink.ondata = (data: { samples: Int16Array; sampleRate: number }) => {
      this.#sampleRate = data.sampleRate;
      this.#frames.push(data.samples.slice());
      if (this.#frames.length > HEARD_MS / FRAME_MS) this.#frames.shift();
      this.#lookForGap();
    };
  }

  /** Milliseconds of sound, not of the clock, so that a busy machine makes no gap. */
  longestGapMs(frequencyHz: number): number {
    const longestMs = this.#watch?.longestMs ?? 0;
    this.#watch = { frequencyHz, gapMs: 0, longestMs: 0 };
    return longestMs;
  }

  #lookForGap(): void {
    const watch = this.#watch;
    if (watch === null) return;
    const isHeard = this.#loudness(this.#frames.slice(-GAP_WINDOW_FRAMES), watch.frequencyHz);
    watch.gapMs = isHeard > AUDIBLE ? 0 : watch.gapMs + FRAME_MS;
    watch.longestMs = Math.max(watch.longestMs, watch.gapMs);
  }

  /** 0..1. */
  amplitude(frequencyHz: number): number {
    return this.#loudness(this.#frames, frequencyHz);
  }

  #loudness(frames: readonly Int16Array[], frequencyHz: number): number {
    const length = frames.reduce((sum, frame) => sum + frame.length, 0);
    const samples = new Int16Array(length);
    let at = 0;
    for (const frame of frames) {
      samples.set(frame, at);
      at += frame.length;
    }
    return toneAmplitude(samples, frequencyHz, this.#sampleRate) / 32_768;
  }

  close(): void {
    this.#sink.stop();
  }
}
