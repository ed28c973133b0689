import type { Clock } from "@linedesk/base";
import type { DeviceOptions } from "../../config/config-shape.ts";
import { fromInt16, SAMPLE_RATE, toInt16 } from "../../sound/block.ts";
import { Metronome } from "../../sound/metronome.ts";
import { DeviceError, type OpenDevice, type SoundDevice } from "../sound-device.ts";
import { type AlsaLibrary, openAlsaLibrary } from "./alsa-library.ts";

type AlsaOptions = Extract<DeviceOptions, { type: "alsa" }>;

const PLAYBACK = 0;
const CAPTURE = 1;
const NONBLOCK = 1;
const FORMAT_S16_LE = 2;
const ACCESS_INTERLEAVED = 3;
const CHANNELS = 2;
/**
 * The length of one block. Some cards report their position only at the end of a period, so their
 * position has this precision.
 */
const PERIOD_US = 10_000;
const BUFFER_US = 200_000;
const EAGAIN = -11;
const EPIPE = -32;
/** A card that needs more recoveries in a row counts as gone, even if each recovery succeeds. */
const MAX_RECOVERIES = 20;
const MAX_READ_FRAMES = 4_800;

export function openAlsa(options: AlsaOptions, clock: Clock): OpenDevice {
  return async ({ onInput, onLost }) => {
    const library = openAlsaLibrary();
    const state = { isClosed: false };
    function close(): void {
      state.isClosed = true;
      metronome?.close();
      output?.close();
      input?.close();
    }
    function handleLost(reason: string): void {
      if (!state.isClosed) {
        onLost(reason);
      }
    }
    const { side } = options;
    const output =
      options.output === null ? null : new Pcm(library, options.output, PLAYBACK, handleLost);
    const input = openInput(library, options.input, { output, handleLost });
    const metronome =
      input === null
        ? null
        : new Metronome(clock, () => {
            const frames = state.isClosed ? null : input.read();
            if (frames !== null) {
              onInput(fromStereo(frames, side));
            }
          });
    const names = [...new Set([options.output, options.input])].filter((name) => name !== null);
    return {
      description: `ALSA ${names.join(", ")}, ${side}`,
      levelFrames: () => (state.isClosed ? 0 : (output?.waitingFrames() ?? 0)),
      write: (samples) => void (state.isClosed ? null : output?.write(toStereo(samples, side))),
      close,
    } satisfies SoundDevice;
  };
}

function openInput(
  library: AlsaLibrary,
  name: string | null,
  { output, handleLost }: { output: Pcm | null; handleLost: (reason: string) => void },
): Pcm | null {
  try {
    return name === null ? null : new Pcm(library, name, CAPTURE, handleLost);
  } catch (error) {
    output?.close();
    throw error;
  }
}

class Pcm {
  readonly #library: AlsaLibrary;
  readonly #name: string;
  readonly #onLost: (reason: string) => void;
  readonly #bufferFrames: number;
  #handle: unknown = null;
  #recoveries = 0;

  constructor(
    library: AlsaLibrary,
    name: string,
    stream: number,
    onLost: (reason: string) => void,
  ) {
    this.#library = library;
    this.#name = name;
    this.#onLost = onLost;
    const handle = [null];
    this.#check(library.open(handle, name, stream, NONBLOCK));
    [this.#handle] = handle;
    try {
      this.#setParams();
    } catch (error) {
      this.close();
      throw error;
    }
    this.#bufferFrames = stream === PLAYBACK ? Number(library.available(this.#handle)) : 0;
  }

  /**
   * For all parameters that are not set here, ALSA's defaults apply: the card starts with the first
   * frames that are written or read, even after a recovery.
   */
  #setParams(): void {
    const [library, handle] = [this.#library, this.#handle];
    const made = [null];
    this.#check(library.allocateParams(made));
    const [params] = made;
    try {
      this.#check(library.anyParams(handle, params));
      this.#check(library.setAccess(handle, params, ACCESS_INTERLEAVED));
      this.#check(library.setFormat(handle, params, FORMAT_S16_LE));
      this.#check(library.setChannels(handle, params, CHANNELS));
      this.#check(library.setRate(handle, params, SAMPLE_RATE, 0));
      this.#check(library.setPeriodNear(handle, params, [PERIOD_US], [0]));
      this.#check(library.setBufferNear(handle, params, [BUFFER_US], [0]));
      this.#check(library.setParams(handle, params));
    } finally {
      library.freeParams(params);
    }
  }

  waitingFrames(): number {
    const available = Number(this.#library.available(this.#handle));
    if (available < 0) {
      this.#recover(available);
      return 0;
    }
    return Math.max(0, this.#bufferFrames - available);
  }

  write(frames: Int16Array): void {
    const written = Number(this.#library.write(this.#handle, frames, frames.length / CHANNELS));
    this.#judge(written);
  }

  read(): Int16Array | null {
    const frames = new Int16Array(MAX_READ_FRAMES * CHANNELS);
    const count = Number(this.#library.read(this.#handle, frames, MAX_READ_FRAMES));
    this.#judge(count);
    return count > 0 ? frames.subarray(0, count * CHANNELS) : null;
  }

  close(): void {
    const handle = this.#handle;
    this.#handle = null;
    if (handle !== null) {
      this.#library.close(handle);
    }
  }

  #judge(result: number): void {
    if (result > 0) {
      this.#recoveries = 0;
    } else if (result < 0 && result !== EAGAIN) {
      this.#recover(result);
    }
  }

  /**
   * Recovers from an underrun or an overrun. Any other error, or too many of these in a row, ends
   * the device.
   */
  #recover(result: number): void {
    this.#recoveries += 1;
    const isOver = result !== EPIPE || this.#recoveries > MAX_RECOVERIES;
    if (isOver || Number(this.#library.prepare(this.#handle)) < 0) {
      this.#onLost(`ALSA ${this.#name}: ${this.#describe(result)}.`);
    }
  }

  #check(result: unknown): void {
    if (Number(result) < 0) {
      throw new DeviceError(`ALSA ${this.#name}: ${this.#describe(Number(result))}.`);
    }
  }

  #describe(result: number): string {
    return String(this.#library.describeError(result));
  }
}

function toStereo(samples: Float32Array, side: AlsaOptions["side"]): Int16Array {
  const mono = toInt16(samples, new Int16Array(samples.length));
  const frames = new Int16Array(samples.length * CHANNELS);
  for (let i = 0; i < mono.length; i += 1) {
    frames[i * CHANNELS] = side === "right" ? 0 : (mono[i] ?? 0);
    frames[i * CHANNELS + 1] = side === "left" ? 0 : (mono[i] ?? 0);
  }
  return frames;
}

function fromStereo(frames: Int16Array, side: AlsaOptions["side"]): Float32Array {
  const offset = side === "right" ? 1 : 0;
  const mono = Int16Array.from(
    { length: frames.length / CHANNELS },
    (_, i) => frames[i * CHANNELS + offset] ?? 0,
  );
  return fromInt16(mono, new Float32Array(mono.length));
}
