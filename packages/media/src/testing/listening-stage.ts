import { expect } from "vitest";

import { sine } from "@linedesk/audio";
import { codecFacts, type AudioEncoder, type StreamFormat } from "../codecs/codec-facts.ts";
import { Codecs } from "../codecs/codecs.ts";
import { OpusLibrary } from "../codecs/opus.ts";
import { allocateSound, readSamples, readWideband } from "../encoding/encoded-sound.ts";
import { LegEncoding } from "../encoding/leg-encoding.ts";
import { SoundRows } from "../encoding/sound-rows.ts";
import { LegMix } from "../mixing/leg-mix.ts";
import type { RoomMix } from "../mixing/room-mix.ts";
import { Playback } from "../playback/playback.ts";

export const opus = await OpusLibrary.load();
export const formats = {
  G722: { codec: "G722", payloadType: 9, telephoneEvent: null },
  opus: { codec: "opus", payloadType: 111, telephoneEvent: null },
} as const satisfies Record<string, StreamFormat>;
export type WideCodec = keyof typeof formats;
const AMPLITUDE = 0.25;
/** 2 % of the tone, which is the distortion of the codec itself. */
const INAUDIBLE_BEND = 0.02 * AMPLITUDE * 32_767;

/** Counts encoded ticks. */
export class CountedCodecs extends Codecs {
  count = 0;
  open = 0;

  override openEncoder(format: StreamFormat): AudioEncoder {
    this.open += 1;
    const encoder = super.openEncoder(format);
    return {
      encode: (samples, out, to) => {
        this.count += 1;
        return encoder.encode(samples, out, to);
      },
      restart: () => encoder.restart(),
      setJoinable: (isJoinable) => encoder.setJoinable?.(isJoinable),
      expectLoss: (share) => encoder.expectLoss?.(share),
      close: () => {
        this.open -= 1;
        encoder.close();
      },
    };
  }
}

/** Returns a tone in shared memory, at 8 kHz and also at another rate if that is higher. */
export function aTone(toneHz: number, wideRate: number, durationMs = 2000): Int16Array {
  function at(sampleRate: number) {
    return sine({ frequenciesHz: [toneHz], durationMs, amplitude: AMPLITUDE, sampleRate });
  }
  const wideLength = wideRate === 0 ? 0 : (durationMs * wideRate) / 1000;
  const samples = readSamples(allocateSound({ length: durationMs * 8, wideRate, wideLength }));
  samples.set(at(8000));
  readWideband(samples)?.samples.set(at(wideRate));
  return samples;
}

export class Stage {
  readonly codecs = new CountedCodecs(opus);
  readonly rows = new SoundRows();

  play(samples: Int16Array, { isShared = true } = {}): Playback {
    const playback = new Playback("music", 0, () => undefined);
    const rows = isShared ? this.rows.forSamples(samples) : null;
    playback.start({ sampleRate: 8000, samples, length: samples.length, rows });
    return playback;
  }

  listener(codec: WideCodec, format: Partial<StreamFormat> = {}): Listener {
    return new Listener({ ...formats[codec], ...format }, this.codecs);
  }
}

export class Listener {
  readonly received: number[] = [];
  readonly payloads: Uint8Array[] = [];
  readonly encoding: LegEncoding;
  readonly sampleRate: number;
  readonly #mix: LegMix;
  readonly #decode: (payload: Uint8Array) => Int16Array;

  constructor(format: StreamFormat, codecs: Codecs) {
    this.encoding = new LegEncoding(format, codecs);
    this.sampleRate = codecFacts[format.codec].sampleRate;
    this.#mix = new LegMix(this.sampleRate);
    const decoder = codecs.openDecoder(format.codec);
    const out = new Int16Array(5760);
    this.#decode = (payload) => out.subarray(0, decoder.decode(payload, 0, payload.length, out));
  }

  playTick(playback: Playback | null, room: RoomMix | null = null): void {
    const sum = room?.sumAt(this.sampleRate) ?? null;
    const sound = this.#mix.next({ room: sum, own: null, playback });
    const out = new Uint8Array(1275);
    const payload = out.slice(0, this.encoding.encode(sound, out, 0));
    this.payloads.push(payload);
    this.received.push(...this.#decode(payload));
  }
}

/**
 * Returns the largest bend (second difference) of the sound within a range of ticks. A click bends
 * more than a tone does.
 */
export function sharpest(
  { received, sampleRate }: Listener,
  fromTick: number,
  ticks: number,
): number {
  const step = sampleRate / 16_000;
  const perTick = sampleRate / 50;
  let most = 0;
  const end = Math.min(received.length, (fromTick + ticks) * perTick);
  for (let i = Math.max(2 * step, fromTick * perTick); i < end; i += 1) {
    const bend = (received[i] ?? 0) - 2 * (received[i - step] ?? 0) + (received[i - 2 * step] ?? 0);
    most = Math.max(most, Math.abs(bend));
  }
  return most;
}

/**
 * Returns the lowest and the highest level of all parts of 10 ms in a range of ticks, relative to
 * the tone.
 */
export function levels(
  { received, sampleRate }: Listener,
  fromTick: number,
  ticks: number,
): number[] {
  const length = sampleRate / 100;
  const all = Array.from({ length: ticks * 2 }, (_, i) => {
    const at = (fromTick * 2 + i) * length;
    const part = received.slice(at, at + length);
    return Math.hypot(...part) / Math.sqrt(length) / ((AMPLITUDE * 32_767) / Math.SQRT2);
  });
  return [Math.min(...all), Math.max(...all)];
}

/** Expects no gap and no click near a tick, compared with the same sound elsewhere. */
export function expectSmooth(listener: Listener, tick: number): void {
  const usual = sharpest(listener, tick - 16, 10);
  const [least = 0, most = 0] = levels(listener, tick - 2, 8);
  expect(sharpest(listener, tick - 2, 8)).toBeLessThan(1.8 * (usual + INAUDIBLE_BEND));
  expect(least).toBeGreaterThan(0.6);
  expect(most).toBeLessThan(1.5);
}
