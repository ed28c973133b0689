import { createSocket, type Socket } from "node:dgram";

import {
  hasTone,
  isRtcp,
  parseRtp,
  toneShare,
  writeRtpHeader,
  type RtpPacket,
  type AudioCodec,
  type RtpEndpoint,
  type SrtpKeys,
} from "@linedesk/audio";
import {
  codecFacts,
  samplesPerTick,
  type AudioDecoder,
  type AudioEncoder,
} from "../codecs/codec-facts.ts";
import { Codecs } from "../codecs/codecs.ts";
import type { MediaPort } from "../port/media-port.ts";

const WINDOW_MS = 300;
const codecs = new Codecs(null);
/** RFC 3551, table 4. */
const payloadTypes = { PCMU: 0, PCMA: 8, G722: 9 } as const;
type TelephoneCodec = Exclude<AudioCodec, "opus">;

/** SRTP of a telephone. `keys` are from the exchange's side. */
export interface SrtpCipherSession {
  keys: SrtpKeys;
  seal(packet: Buffer): Buffer;
  open(packet: Buffer): Buffer;
}

/** A SIP telephone's media: real UDP, a tone or silence, and the last 0.3 s of received sound. */
export class RtpPhone {
  readonly id: string;
  readonly packets: RtpPacket[] = [];
  readonly reports: Uint8Array[] = [];
  toneHz: number | null;
  gaps = 0;
  readonly codec: TelephoneCodec;
  readonly #socket: Socket = createSocket("udp4");
  readonly #encoder: AudioEncoder;
  readonly #decoder: AudioDecoder;
  #received: number[] = [];
  #far: RtpEndpoint = { address: "127.0.0.1", port: 9 };
  #sent = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #secrecy: SrtpCipherSession | null;

  constructor(
    id: string,
    toneHz: number | null,
    how: { secrecy?: SrtpCipherSession; codec?: TelephoneCodec } = {},
  ) {
    this.id = id;
    this.toneHz = toneHz;
    this.#secrecy = how.secrecy ?? null;
    this.codec = how.codec ?? "PCMU";
    this.#encoder = codecs.openEncoder({ codec: this.codec, payloadType: 0, telephoneEvent: null });
    this.#decoder = codecs.openDecoder(this.codec);
  }

  get sampleRate(): number {
    return codecFacts[this.codec].sampleRate;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  get far(): RtpEndpoint {
    return this.#far;
  }

  async connect(media: MediaPort): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.bind(0, "127.0.0.1", () => resolve()));
    this.#socket.on("message", (bytes) => this.#receive(bytes));
    this.#far = await media.openRtp(this.id);
    await media.connectRtp(this.id, {
      address: "127.0.0.1",
      port: this.port,
      codec: this.codec,
      payloadType: payloadTypes[this.codec],
      telephoneEvent: 101,
      srtp: this.#secrecy?.keys ?? null,
    });
    const startMs = performance.now();
    this.#timer = setInterval(() => {
      while (this.#sent * 20 < performance.now() - startMs) {
        this.#speak();
      }
    }, 5);
  }

  send(bytes: Uint8Array): void {
    this.#socket.send(bytes, this.#far.port, this.#far.address);
  }

  receivesTone(toneHz: number): boolean {
    return hasTone(Int16Array.from(this.#received), toneHz, this.sampleRate);
  }

  /** Returns the share of the tone in the received energy. */
  share(toneHz: number): number {
    return toneShare(Int16Array.from(this.#received), toneHz, this.sampleRate);
  }

  close(): void {
    if (this.#timer !== null) {
      clearInterval(this.#timer);
    }
    this.#timer = null;
    this.#socket.close();
  }

  #speak(): void {
    const at = this.#sent;
    this.#sent += 1;
    const { toneHz } = this;
    if (toneHz === null) {
      return;
    }
    const length = samplesPerTick(this.sampleRate);
    const samples = Int16Array.from({ length }, (_, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * toneHz * (at * length + i)) / this.sampleRate)),
    );
    const packet = new Uint8Array(172);
    writeRtpHeader(packet, {
      payloadType: payloadTypes[this.codec],
      marker: false,
      sequence: at & 0xffff,
      timestamp: at * 160,
      ssrc: 77,
    });
    this.#encoder.encode(samples, packet, 12);
    this.send(this.#secrecy?.seal(Buffer.from(packet)) ?? packet);
  }

  #receive(sealed: Buffer): void {
    const bytes = this.#secrecy?.open(sealed) ?? sealed;
    if (isRtcp(bytes)) {
      this.reports.push(bytes);
      return;
    }
    const packet = parseRtp(bytes);
    const before = this.packets.at(-1);
    if (before !== undefined && ((before.sequence + 1) & 0xffff) !== packet.sequence) {
      this.gaps += 1;
    }
    this.packets.push(packet);
    if (packet.payloadType !== payloadTypes[this.codec]) {
      return;
    }
    const samples = new Int16Array(packet.payloadLength * 2);
    const { payloadStart, payloadLength } = packet;
    const length = this.#decoder.decode(bytes, payloadStart, payloadLength, samples);
    this.#received.push(...samples.subarray(0, length));
    const window = (WINDOW_MS * this.sampleRate) / 1000;
    if (this.#received.length > window) {
      this.#received = this.#received.slice(-window);
    }
  }
}
