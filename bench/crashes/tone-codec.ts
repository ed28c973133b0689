/** The packets of telephones that prefer G.722 or Opus: a second of a tone, encoded once. */
import {
  type AudioEncoder,
  codecFacts,
  Codecs,
  OpusLibrary,
  samplesPerTick,
} from "@linedesk/media/testing";
import type { ListenerCodec } from "@linedesk/testkit";

export type WideCodec = "G722" | "opus";

const PACKETS = 50;
const PHONE_RATE = 8_000;
const AMPLITUDE = 8_000;
const types = {
  G722: { payloadType: 9, rtpmap: "G722/8000" },
  opus: { payloadType: 111, rtpmap: "opus/48000/2" },
} as const;

export class ToneCodecs {
  readonly #codecs: Codecs;

  private constructor(codecs: Codecs) {
    this.#codecs = codecs;
  }

  static async load(): Promise<ToneCodecs> {
    return new ToneCodecs(new Codecs(await OpusLibrary.load()));
  }

  /** Returns the codec of one telephone, which sends this tone in whole hertz. */
  open(codec: WideCodec, hz: number): ListenerCodec {
    const { payloadType, rtpmap } = types[codec];
    const { sampleRate, clockRate } = codecFacts[codec];
    const decoder = this.#codecs.openDecoder(codec);
    const encoder = this.#codecs.openEncoder({ codec, payloadType, telephoneEvent: null });
    const payloads = encodeTone(encoder, codec, hz);
    encoder.close();
    const wide = new Int16Array(sampleRate / 8);
    let at = 0;
    return {
      payloadType,
      rtpmap,
      stepsPerPacket: samplesPerTick(clockRate),
      nextPayload: () => payloads[at++ % PACKETS] ?? new Uint8Array(),
      decode: (payload) => {
        const length = decoder.decode(payload, 0, payload.length, wide);
        const step = sampleRate / PHONE_RATE;
        return Int16Array.from({ length: length / step }, (_, i) => wide[i * step] ?? 0);
      },
    };
  }
}

function encodeTone(encoder: AudioEncoder, codec: WideCodec, hz: number): Uint8Array[] {
  const { sampleRate, maxTickBytes } = codecFacts[codec];
  const length = samplesPerTick(sampleRate);
  return Array.from({ length: PACKETS }, (_, packet) => {
    const samples = Int16Array.from({ length }, (__, i) =>
      Math.round(AMPLITUDE * Math.sin((2 * Math.PI * hz * (packet * length + i)) / sampleRate)),
    );
    const out = new Uint8Array(maxTickBytes);
    return out.slice(0, encoder.encode(samples, out, 0));
  });
}
