import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { aLaw, muLaw } from "./g711.ts";

describe("G.711", () => {
  test.each([muLaw, aLaw])("$law: every code survives decoding and encoding", (codec) => {
    const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
    const samples = new Int16Array(256);
    const again = new Uint8Array(256);

    codec.decode(codes, 0, 256, samples);
    codec.encode(samples, 256, again, 0);

    // Mu-law has two codes for zero, and the encoder uses only one of them.
    if (codec.law === "PCMU") {
      codes[127] = 255;
    }
    expect(again).toEqual(codes);
  });

  test("follows the tables of ITU-T G.711", () => {
    const out = new Int16Array(4);

    muLaw.decode(Uint8Array.of(0x00, 0x80, 0xff, 0xbf), 0, 4, out);
    expect([...out]).toEqual([-32_124, 32_124, 0, 1980]);

    aLaw.decode(Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a), 0, 4, out);
    expect([...out]).toEqual([8, -8, 32_256, -32_256]);
  });

  test.each([muLaw, aLaw])(
    "$law: the error is at most 16 steps plus 4 % of the sample",
    (codec) => {
      fc.assert(
        fc.property(fc.integer({ min: -32_000, max: 32_000 }), (sample) => {
          const code = new Uint8Array(1);
          const out = new Int16Array(1);
          codec.encode(Int16Array.of(sample), 1, code, 0);
          codec.decode(code, 0, 1, out);
          expect(Math.abs((out[0] ?? 0) - sample)).toBeLessThanOrEqual(
            16 + Math.abs(sample) * 0.04,
          );
        }),
      );
    },
  );
});
