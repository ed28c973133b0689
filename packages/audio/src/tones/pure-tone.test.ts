import { describe, expect, test } from "vitest";

import { muLaw } from "../codecs/g711.ts";
import { pureToneHz } from "./pure-tone.ts";

type Wave = (seconds: number) => number;

function hz(frequencyHz: number, amplitude = 8000): Wave {
  return (seconds) => amplitude * Math.sin(2 * Math.PI * frequencyHz * seconds + 0.3);
}

function block(sampleRate: number, ...waves: Wave[]): Int16Array {
  return Int16Array.from({ length: sampleRate / 50 }, (_, i) =>
    Math.round(waves.reduce((sum, wave) => sum + wave(i / sampleRate), 0)),
  );
}

function noise(amplitude: number): Wave {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * amplitude;
  };
}

describe("a tone and nothing else", () => {
  test.each([8000, 16_000, 48_000])("is told with its frequency at %i Hz", (rate) => {
    for (const frequencyHz of [440, 850, 1000, 1400, 2100, 2500]) {
      expect(pureToneHz(block(rate, hz(frequencyHz)), rate)).toBeCloseTo(frequencyHz, -0.5);
    }
  });

  test("stays one through G.711 and some noise", () => {
    const bytes = new Uint8Array(160);
    const output = new Int16Array(160);
    muLaw.encode(block(8000, hz(1000), noise(500)), 160, bytes, 0);
    muLaw.decode(bytes, 0, 160, output);

    expect(Math.abs((pureToneHz(output, 8000) ?? 0) - 1000)).toBeLessThan(10);
  });

  test("is neither silence, nor noise, nor two tones, nor a vowel", () => {
    const vowel = [1, 2, 3, 4, 5, 6].map((n) => hz(130 * n, 6000 / n));
    const others = [[hz(1000, 100)], [noise(8000)], [hz(697), hz(1209)], [hz(400), hz(450)], vowel];

    expect(others.map((waves) => pureToneHz(block(8000, ...waves), 8000))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
