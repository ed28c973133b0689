import { buildRtcp, parseRtp } from "@linedesk/audio";
import { expect, test } from "vitest";
import type { AudioEncoder, StreamFormat } from "../codecs/audio-codec.ts";
import { Codecs } from "../codecs/codecs.ts";
import { OpusLibrary } from "../codecs/opus.ts";
import type { Phone } from "../engine/fakes/fake-phone.ts";
import { Studio } from "../engine/fakes/fake-studio.ts";

/** Notes what its Opus encoders are told to expect. */
class NotedCodecs extends Codecs {
  readonly expected: number[] = [];

  override openEncoder(format: StreamFormat): AudioEncoder {
    const encoder = super.openEncoder(format);
    if (format.codec !== "opus") return encoder;
    return {
      encode: (samples, out, to) => encoder.encode(samples, out, to),
      restart: () => encoder.restart(),
      close: () => encoder.close(),
      expectLoss: (share) => {
        this.expected.push(share);
        encoder.expectLoss?.(share);
      },
    };
  }
}

/** A receiver report that so many of 256 packets of ours were lost. */
function reportLoss(phone: Phone, fractionLost: number): void {
  const { ssrc } = parseRtp(phone.packets.at(-1) ?? new Uint8Array(12));
  const block = {
    ssrc,
    fractionLost,
    cumulativeLost: 10,
    highestSequence: 1000,
    jitter: 0,
    lastSenderReport: 0,
    delaySinceLast: 0,
  };
  phone.report(buildRtcp({ ssrc: 99, cname: "far", sender: null, blocks: [block], bye: false }));
}

test("[XM35] what a far end reports of lost packets reaches the encoder within a second", async () => {
  const codecs = new NotedCodecs(await OpusLibrary.load());
  const studio = new Studio(codecs);
  const phone = await studio.add("far", null);
  await studio.speak(phone, "opus", null);
  await studio.run(2500);
  expect(codecs.expected.every((share) => share === 0)).toBe(true);

  reportLoss(phone, 51);
  await studio.run(1200);
  expect(codecs.expected.at(-1)).toBeCloseTo(0.2, 2);

  reportLoss(phone, 0);
  await studio.run(1200);
  expect(codecs.expected.at(-1)).toBe(0);
});
