import { expect, test } from "vitest";

import type { AudioEncoder, StreamFormat } from "../codecs/codec-facts.ts";
import { Codecs } from "../codecs/codecs.ts";
import { OpusLibrary } from "../codecs/opus.ts";
import { Studio } from "../testing/fake-studio.ts";

class NotedCodecs extends Codecs {
  readonly expected: number[] = [];

  override openEncoder(format: StreamFormat): AudioEncoder {
    const encoder = super.openEncoder(format);
    if (format.codec !== "opus") {
      return encoder;
    }
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

test("[XM35] the loss that a far end reports reaches the encoder within a second", async () => {
  const codecs = new NotedCodecs(await OpusLibrary.load());
  const studio = new Studio(codecs);
  const phone = await studio.add("far", null);
  await studio.speak(phone, "opus", null);
  await studio.run(2500);
  expect(codecs.expected.every((share) => share === 0)).toBe(true);

  phone.reportReception({ fractionLost: 51 });
  await studio.run(1200);
  expect(codecs.expected.at(-1)).toBeCloseTo(0.2, 2);

  phone.reportReception({ fractionLost: 0 });
  await studio.run(1200);
  expect(codecs.expected.at(-1)).toBe(0);
});
