/** A telephone that says a tone by a clock of its own, and listens to another one's. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

import { isRtcp, muLaw, parseRtp, timestampDistance, writeRtpHeader } from "@linedesk/audio";
import { SteadyTone } from "@linedesk/testkit";
import type { Bridge } from "./bridge.ts";

const TICK_SAMPLES = 160;
const SAMPLE_RATE = 8000;
const AMPLITUDE = 8000;
const HEADER_BYTES = 12;
/** The depth that a buffer may have. */
const LATE_MS = 60;

export interface TonePhonePlan {
  leg: string;
  room: string;
  saysHz: number;
  expectsHz: number;
  /** Of its clock, in millionths. */
  ppm: number;
  /** What the network does to its packets. */
  lossShare?: number;
  jitterMs?: number;
}

export class TonePhone {
  readonly #plan: TonePhonePlan;
  readonly #socket = createSocket("udp4");
  readonly #decoded = new Int16Array(TICK_SAMPLES);
  readonly #packet = new Uint8Array(HEADER_BYTES + TICK_SAMPLES);
  #steady: SteadyTone | null = null;
  #lost = 0;
  #late = 0;
  #timestamp: number | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(plan: TonePhonePlan) {
    this.#plan = plan;
  }

  /** Joins its room and talks from now on. */
  async start(bridge: Bridge): Promise<void> {
    const { leg, room, saysHz, ppm } = this.#plan;
    this.#socket.bind(0, "127.0.0.1");
    await once(this.#socket, "listening");
    const far = await bridge.join({ leg, room, port: this.#socket.address().port });
    this.#socket.on("message", (bytes) => this.#receive(bytes));
    const startMs = performance.now();
    let at = 0;
    this.#timer = setInterval(() => {
      const dueMs = (performance.now() - startMs) * (1 + ppm / 1e6);
      for (; at * 20 < dueMs; at += 1) {
        if (dueMs - at * 20 > LATE_MS) {
          this.#late += 1;
        }
        this.#say(at, saysHz);
        this.#send(Uint8Array.from(this.#packet), far);
      }
    }, 1);
  }

  /** What it hears counts from now on. */
  listen(): void {
    this.#steady = new SteadyTone({
      toneHz: this.#plan.expectsHz,
      amplitude: AMPLITUDE,
      sampleRate: SAMPLE_RATE,
    });
    this.#lost = 0;
    this.#late = 0;
    this.#timestamp = null;
  }

  /** Packets that it sent too late for any buffer: this machine had no time for it. */
  get late(): number {
    return this.#late;
  }

  /** Packets that never came count as gaps, as what came too quiet does. */
  report(): { ticks: number; gaps: number; clicks: number; driftSamples: number } {
    const { ticks = 0, gaps = 0, clicks = 0, driftSamples = 0 } = this.#steady ?? {};
    return { ticks, gaps: gaps + this.#lost, clicks, driftSamples };
  }

  close(): void {
    if (this.#timer !== null) {
      clearInterval(this.#timer);
    }
    this.#timer = null;
    this.#socket.close();
  }

  #send(packet: Uint8Array, far: { address: string; port: number }): void {
    const { lossShare = 0, jitterMs = 0 } = this.#plan;
    if (Math.random() < lossShare) {
      return;
    }
    const send = (): void => {
      if (this.#timer !== null) {
        this.#socket.send(packet, far.port, far.address);
      }
    };
    if (jitterMs === 0) {
      send();
    } else {
      setTimeout(send, Math.random() * jitterMs);
    }
  }

  #say(at: number, toneHz: number): void {
    const samples = Int16Array.from({ length: TICK_SAMPLES }, (_, i) =>
      Math.round(
        AMPLITUDE * Math.sin((2 * Math.PI * toneHz * (at * TICK_SAMPLES + i)) / SAMPLE_RATE),
      ),
    );
    writeRtpHeader(this.#packet, {
      payloadType: 0,
      marker: false,
      sequence: at & 0xffff,
      timestamp: (at * TICK_SAMPLES) >>> 0,
      ssrc: this.#plan.saysHz,
    });
    muLaw.encode(samples, TICK_SAMPLES, this.#packet, HEADER_BYTES);
  }

  #receive(bytes: Uint8Array): void {
    if (this.#steady === null || isRtcp(bytes)) {
      return;
    }
    const { payloadStart, payloadLength, timestamp } = parseRtp(bytes);
    const before = this.#timestamp ?? timestamp - TICK_SAMPLES;
    this.#lost += Math.max(0, timestampDistance(timestamp, before) / TICK_SAMPLES - 1);
    this.#timestamp = timestamp;
    muLaw.decode(bytes, payloadStart, payloadLength, this.#decoded);
    this.#steady.add(this.#decoded.subarray(0, payloadLength));
  }
}
