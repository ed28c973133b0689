import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

import { parseWav, resample, sine } from "@linedesk/audio";
import type { Clock } from "@linedesk/base";
import type { DeviceOptions } from "../config/config-shape.ts";
import { fromInt16, SAMPLE_RATE, toInt16 } from "../sound/block.ts";
import { DeviceError, type OpenDevice, openPacedDevice } from "./sound-device.ts";

function ignore(): void {}

export type CardlessOptions = Extract<DeviceOptions, { type: "null" | "tone" | "file" }>;

export function openCardless(options: CardlessOptions, clock: Clock): OpenDevice {
  switch (options.type) {
    case "null":
      return openNull(clock);
    case "tone":
      return openTone(clock, options.hz);
    case "file":
      return openFile(clock, options);
  }
}

function openNull(clock: Clock): OpenDevice {
  return async (handlers) => {
    handlers.onFault("No sound device is set up for this line.");
    return openPacedDevice(clock, handlers, {
      description: "no sound device (null)",
      nextInput: ignore,
      play: ignore,
      close: ignore,
    });
  };
}

type FileOptions = Extract<CardlessOptions, { type: "file" }>;

const TONE_AMPLITUDE = 0.1;

function openTone(clock: Clock, hz: number): OpenDevice {
  const second = sine({
    frequenciesHz: [hz],
    durationMs: 1000,
    amplitude: TONE_AMPLITUDE,
    sampleRate: SAMPLE_RATE,
  });
  return async (handlers) =>
    openPacedDevice(clock, handlers, {
      description: `no sound device: test tone of ${hz} Hz`,
      nextInput: loop(fromInt16(second, new Float32Array(second.length))),
      play: ignore,
      close: ignore,
    });
}

function openFile(clock: Clock, { input, output, maxMinutes }: FileOptions): OpenDevice {
  return async (handlers) => {
    const samples = input === null ? null : readSound(input);
    const writer = output === null ? null : new WavFile(output, maxMinutes, handlers.onLost);
    return openPacedDevice(clock, handlers, {
      description: `no sound device: from ${input ?? "silence"} to ${output ?? "nowhere"}`,
      nextInput: samples === null ? ignore : loop(samples),
      play: (block) => writer?.append(block),
      close: () => writer?.close(),
    });
  };
}

function loop(samples: Float32Array): (block: Float32Array) => void {
  let at = 0;
  return (block) => {
    for (let i = 0; i < block.length; i += 1) {
      block[i] = samples[at] ?? 0;
      at = (at + 1) % Math.max(1, samples.length);
    }
  };
}

function readSound(path: string): Float32Array {
  try {
    const wav = parseWav(readFileSync(path));
    return resample(wav.samples, wav.sampleRate, SAMPLE_RATE);
  } catch (error) {
    throw new DeviceError(`The sound file ${path} cannot be read: ${describe(error)}.`, {
      cause: error,
    });
  }
}

const HEADER_BYTES = 44;

/**
 * A WAV file with one channel of 16 bits. At its maximum length the file is overwritten from its
 * start, so that it cannot fill the disk.
 */
class WavFile {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #onLost: (reason: string) => void;
  #file: number | null;
  #bytes = 0;

  constructor(path: string, maxMinutes: number, onLost: (reason: string) => void) {
    this.#path = path;
    this.#maxBytes = Math.floor(maxMinutes * 60 * SAMPLE_RATE) * 2;
    this.#onLost = onLost;
    try {
      this.#file = openSync(path, "w");
      this.#writeHeader(this.#file);
    } catch (error) {
      throw new DeviceError(`The sound file ${path} cannot be written: ${describe(error)}.`, {
        cause: error,
      });
    }
  }

  append(block: Float32Array): void {
    if (this.#file === null) {
      return;
    }
    const samples = toInt16(block, new Int16Array(block.length));
    if (this.#bytes + samples.byteLength > this.#maxBytes) {
      this.#bytes = 0;
    }
    try {
      writeSync(this.#file, samples, 0, samples.byteLength, HEADER_BYTES + this.#bytes);
      this.#bytes += samples.byteLength;
    } catch (error) {
      this.close();
      this.#onLost(`The sound file ${this.#path} cannot be written: ${describe(error)}.`);
    }
  }

  close(): void {
    const file = this.#file;
    this.#file = null;
    if (file !== null) {
      closeSync(file);
    }
  }

  /**
   * The header declares an unknown length, as for a stream, so readers read to the end of the file.
   */
  #writeHeader(file: number): void {
    const header = Buffer.alloc(HEADER_BYTES);
    header.write("RIFF", 0, "latin1");
    header.writeUInt32LE(0xffff_ffff, 4);
    header.write("WAVEfmt ", 8, "latin1");
    header.writeUInt32LE(16, 16);
    header.writeUInt16LE(1, 20);
    header.writeUInt16LE(1, 22);
    header.writeUInt32LE(SAMPLE_RATE, 24);
    header.writeUInt32LE(SAMPLE_RATE * 2, 28);
    header.writeUInt16LE(2, 32);
    header.writeUInt16LE(16, 34);
    header.write("data", 36, "latin1");
    header.writeUInt32LE(0xffff_ffff, 40);
    writeSync(file, header, 0, HEADER_BYTES, 0);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
