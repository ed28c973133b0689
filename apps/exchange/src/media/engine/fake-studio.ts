import { muLaw, parseRtp, writeRtpHeader } from "@linedesk/audio";
import { Codecs } from "../codecs/codecs.ts";
import type { StoredSource } from "../playback/playbacks.ts";
import { MediaEngine } from "./media-engine.ts";
import { MediaError } from "../media-error.ts";
import type { MediaEvent } from "../media-port.ts";
import type { RecordingSink } from "../recording/recording-tap.ts";
import type { RtpPortEvents } from "../rtp/rtp-port.ts";
import type { OpenedPort } from "../rtp/rtp-transport.ts";

// For the engine's tests: an engine without thread and sockets, in virtual time.

/** A far end without sockets: says a tone or nothing, and keeps what it hears. */
export class Phone {
  readonly id: string;
  readonly packets: Uint8Array[] = [];
  toneHz: number | null;
  /** Which of its packets the network loses. */
  loses: (packet: number) => boolean = () => false;
  #events: RtpPortEvents | null = null;
  #sent = 0;
  #delaysTo: number | null = null;
  #onTheWay: { atMs: number; bytes: Uint8Array }[] = [];
  #sound: Int16Array = new Int16Array(0);
  isClosed = false;

  constructor(id: string, toneHz: number | null) {
    this.id = id;
    this.toneHz = toneHz;
  }

  open(events: RtpPortEvents): OpenedPort {
    this.#events = events;
    return {
      endpoint: { address: "127.0.0.1", port: 4000 },
      connect: () => undefined,
      send: (packet: Uint8Array) => void this.packets.push(Uint8Array.from(packet)),
      sendControl: () => undefined,
      close: () => void (this.isClosed = true),
    };
  }

  receive(bytes: Uint8Array): void {
    this.#events?.onRtp(Buffer.from(bytes));
  }

  /** Says these samples once, 20 ms at a time, in place of its tone. */
  say(samples: Int16Array): void {
    this.#sound = samples;
  }

  /** Its next packet arrives at that time. */
  speakLate(atMs: number): void {
    this.#delaysTo = atMs;
    this.speak();
    this.#delaysTo = null;
  }

  /** What the network held back until now. */
  deliver(nowMs: number): void {
    for (const late of this.#onTheWay.filter(({ atMs }) => atMs <= nowMs)) this.receive(late.bytes);
    this.#onTheWay = this.#onTheWay.filter(({ atMs }) => atMs > nowMs);
  }

  speak(): void {
    const samples = this.#nextBlock();
    if (samples === null) return;
    const packet = new Uint8Array(172);
    writeRtpHeader(packet, this.header(0, this.#sent * 160));
    muLaw.encode(samples, 160, packet, 12);
    if (this.loses(this.#sent)) return;
    if (this.#delaysTo === null) this.receive(packet);
    else this.#onTheWay.push({ atMs: this.#delaysTo, bytes: packet });
  }

  #nextBlock(): Int16Array | null {
    const { toneHz } = this;
    if (this.#sound.length >= 160) {
      const block = this.#sound.subarray(0, 160);
      this.#sound = this.#sound.subarray(160);
      return block;
    }
    if (toneHz === null) return null;
    return Int16Array.from({ length: 160 }, (_, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * toneHz * (this.#sent * 160 + i)) / 8000)),
    );
  }

  header(payloadType: number, timestamp: number) {
    this.#sent += 1;
    return { payloadType, marker: false, sequence: this.#sent & 0xffff, timestamp, ssrc: 99 };
  }

  /** The last `ticks` packets as samples. */
  heard(ticks: number): Int16Array {
    const samples = new Int16Array(ticks * 160);
    this.packets.slice(-ticks).forEach((packet, i) => {
      const { payloadStart, payloadLength } = parseRtp(packet);
      muLaw.decode(packet, payloadStart, payloadLength, samples.subarray(i * 160));
    });
    return samples;
  }
}

/** Keeps what is recorded; a slow one gives nothing back. */
export class FakeTape implements RecordingSink {
  readonly samples: number[] = [];
  readonly chunks: Int16Array[] = [];
  opened: Parameters<RecordingSink["open"]>[1] | null = null;
  closed: string | null | undefined = undefined;

  open(_id: string, file: Parameters<RecordingSink["open"]>[1]): void {
    this.opened = file;
  }

  write(_id: string, samples: Int16Array): void {
    this.samples.push(...samples);
    this.chunks.push(samples);
  }

  close(_id: string, fault: string | null): void {
    this.closed = fault;
  }

  /** One channel of so many. */
  channel(which: number, channels: number): Int16Array {
    return Int16Array.from(this.samples.filter((_, i) => i % channels === which));
  }
}

export class Studio {
  nowMs = 0;
  readonly events: MediaEvent[] = [];
  readonly phones: Phone[] = [];
  readonly sounds = new Map<string, Promise<Int16Array>>();
  readonly tape = new FakeTape();
  readonly engine: MediaEngine;
  #opening: Phone | null = null;

  constructor(codecs = new Codecs(null)) {
    this.engine = new MediaEngine({
      clock: { nowMs: () => this.nowMs },
      epochMs: 1_800_000_000_000,
      maxLegs: 5,
      codecs,
      openPeer: () => {
        throw new Error("no browsers here");
      },
      openPort: async (events) => (this.#opening ?? new Phone("", null)).open(events),
      recordingSink: this.tape,
      advanceLive: () => undefined,
      loadSound: async (source: StoredSource) => {
        const known = this.sounds.get(source.type === "url" ? source.url : "");
        return known ?? Promise.reject(new MediaError("sound_unreachable", "no such sound"));
      },
    });
    this.engine.onEvent((event) => this.events.push(event));
  }

  async add(id: string, toneHz: number | null, telephoneEvent: number | null = 101) {
    const phone = new Phone(id, toneHz);
    this.#opening = phone;
    await this.engine.openRtp(id);
    await this.engine.connectRtp(id, {
      address: "127.0.0.1",
      port: 5000,
      codec: "PCMU",
      payloadType: 0,
      telephoneEvent,
    });
    this.phones.push(phone);
    return phone;
  }

  async run(durationMs: number): Promise<void> {
    const endMs = this.nowMs + durationMs;
    while (this.nowMs < endMs) {
      this.nowMs += 10;
      for (const phone of this.phones) if (this.nowMs % 20 === 10) phone.speak();
      this.engine.tick();
      await Promise.resolve();
    }
  }

  ofType(type: MediaEvent["type"]): MediaEvent[] {
    return this.events.filter((event) => event.type === type);
  }
}
