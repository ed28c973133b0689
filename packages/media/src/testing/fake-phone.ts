import {
  buildRtcp,
  hasTone,
  muLaw,
  parseRtp,
  type ReportBlock,
  writeRtpHeader,
  type AudioCodec,
} from "@linedesk/audio";
import type { Codecs } from "../codecs/codecs.ts";
import type { RtpPortEvents } from "../rtp/rtp-port.ts";
import type { OpenedPort } from "../rtp/rtp-transport.ts";

/** The payload type of each codec in these tests. */
export const payloadTypes: Record<AudioCodec, number> = { PCMU: 0, PCMA: 8, G722: 9, opus: 111 };
/** The samples of one packet, at the highest rate. */
const MAX_SAMPLES = 5760;

export class Phone {
  readonly id: string;
  readonly packets: Uint8Array[] = [];
  toneHz: number | null;
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
      limitUnheard: () => undefined,
      tick: () => undefined,
      send: (packet: Uint8Array) => void this.packets.push(Uint8Array.from(packet)),
      sendControl: () => undefined,
      close: () => void (this.isClosed = true),
    };
  }

  receive(bytes: Uint8Array): void {
    this.#events?.onRtp(Buffer.from(bytes));
  }

  /** Sends an RTCP report on the packets received so far. */
  reportReception(about: Partial<ReportBlock>): void {
    const { ssrc } = parseRtp(this.packets.at(-1) ?? new Uint8Array(12));
    const nothing = { fractionLost: 0, cumulativeLost: 0, highestSequence: 0, jitter: 0 };
    const block = { ssrc, ...nothing, lastSenderReport: 0, delaySinceLast: 0, ...about };
    const report = buildRtcp({ ssrc: 99, cname: "far", sender: null, blocks: [block], bye: false });
    this.#events?.onRtcp(Buffer.from(report));
  }

  /** Sends these samples once, 20 ms at a time, in place of the tone. */
  say(samples: Int16Array): void {
    this.#sound = samples;
  }

  /** Sends a packet that arrives at `atMs`. */
  speakLate(atMs: number): void {
    this.#delaysTo = atMs;
    this.speak();
    this.#delaysTo = null;
  }

  deliver(nowMs: number): void {
    for (const late of this.#onTheWay.filter(({ atMs }) => atMs <= nowMs)) {
      this.receive(late.bytes);
    }
    this.#onTheWay = this.#onTheWay.filter(({ atMs }) => atMs > nowMs);
  }

  speak(): void {
    const samples = this.#nextBlock();
    if (samples === null) {
      return;
    }
    const packet = new Uint8Array(172);
    writeRtpHeader(packet, this.header(0, this.#sent * 160));
    muLaw.encode(samples, 160, packet, 12);
    if (this.loses(this.#sent)) {
      return;
    }
    if (this.#delaysTo === null) {
      this.receive(packet);
    } else {
      this.#onTheWay.push({ atMs: this.#delaysTo, bytes: packet });
    }
  }

  #nextBlock(): Int16Array | null {
    const { toneHz } = this;
    if (this.#sound.length >= 160) {
      const block = this.#sound.subarray(0, 160);
      this.#sound = this.#sound.subarray(160);
      return block;
    }
    if (toneHz === null) {
      return null;
    }
    return Int16Array.from({ length: 160 }, (_, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * toneHz * (this.#sent * 160 + i)) / 8000)),
    );
  }

  header(payloadType: number, timestamp: number) {
    this.#sent += 1;
    return { payloadType, marker: false, sequence: this.#sent & 0xffff, timestamp, ssrc: 99 };
  }

  /** Decodes all packets of a codec, with one decoder. */
  decoded(codecs: Codecs, codec: AudioCodec): Int16Array {
    const decoder = codecs.openDecoder(codec);
    const out = new Int16Array(MAX_SAMPLES);
    const received: number[] = [];
    for (const bytes of this.packets) {
      const { payloadType, payloadStart, payloadLength } = parseRtp(bytes);
      if (payloadType !== payloadTypes[codec]) {
        continue;
      }
      received.push(...out.subarray(0, decoder.decode(bytes, payloadStart, payloadLength, out)));
    }
    decoder.close();
    return Int16Array.from(received);
  }

  /** Returns which of these tones are in the last 200 ms. */
  receivesTones(...tonesHz: number[]): boolean[] {
    const received = this.receivedAudio(10);
    return tonesHz.map((toneHz) => hasTone(received, toneHz, 8000));
  }

  receivedAudio(ticks: number): Int16Array {
    const samples = new Int16Array(ticks * 160);
    this.packets.slice(-ticks).forEach((packet, i) => {
      const { payloadStart, payloadLength } = parseRtp(packet);
      muLaw.decode(packet, payloadStart, payloadLength, samples.subarray(i * 160));
    });
    return samples;
  }
}
