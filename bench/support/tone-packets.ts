/** The packets of the generated phones: one packet of a tone, which is repeated. */
import { writeRtpHeader } from "@linedesk/audio";
import {
  type AudioEncoder,
  codecFacts,
  Codecs,
  OpusLibrary,
  samplesPerTick,
} from "@linedesk/media/testing";

export type ToneCodec = "PCMU" | "G722" | "opus";

export const payloadTypes = { PCMU: 0, G722: 9, opus: 111 } as const;

/** After this many ticks a codec's packets are those of a continuous tone. */
const SETTLED_TICKS = 10;
const HEADER_BYTES = 12;

/** The telephones of one codec. */
export class TonePackets {
  readonly codec: ToneCodec;
  readonly #codecs: Codecs;

  private constructor(codec: ToneCodec, codecs: Codecs) {
    this.codec = codec;
    this.#codecs = codecs;
  }

  static async load(codec: ToneCodec): Promise<TonePackets> {
    return new TonePackets(codec, new Codecs(codec === "opus" ? await OpusLibrary.load() : null));
  }

  /** The steps of the timestamp from packet to packet. */
  get stepsPerPacket(): number {
    return samplesPerTick(codecFacts[this.codec].clockRate);
  }

  /** Returns the packet of one leg, without its final sequence number and timestamp. */
  packetOf(leg: number): Buffer {
    const payloadType = payloadTypes[this.codec];
    const encoder = this.#codecs.openEncoder({
      codec: this.codec,
      payloadType,
      telephoneEvent: null,
    });
    const packet = Buffer.alloc(HEADER_BYTES + codecFacts[this.codec].maxTickBytes);
    const header = { payloadType, marker: false, sequence: 0, timestamp: 0, ssrc: leg + 1 };
    writeRtpHeader(packet, header);
    const length = this.#say(encoder, leg, packet);
    encoder.close();
    return packet.subarray(0, HEADER_BYTES + length);
  }

  #say(encoder: AudioEncoder, leg: number, packet: Buffer): number {
    const { sampleRate } = codecFacts[this.codec];
    const samples = Int16Array.from(
      { length: samplesPerTick(sampleRate) },
      (_, i) => 6000 * Math.sin(i * (0.1 + leg / 500) * (8000 / sampleRate)),
    );
    let length = 0;
    for (let tick = 0; tick < SETTLED_TICKS; tick += 1) {
      length = encoder.encode(samples, packet, HEADER_BYTES);
    }
    return length;
  }
}
