import { describe, expect, test } from "vitest";

import { muLaw } from "../codecs/g711.ts";
import { DtmfDetector } from "./dtmf-detector.ts";
import { dtmf, dtmfFrequenciesHz, joinSamples, silence, sine } from "./tones.ts";

const rate = 8000;
const digits = "0123456789*#ABCD";

interface Press {
  toneMs?: number;
  pauseMs?: number;
  /** The peak of the low tone, relative to full scale. */
  low?: number;
  high?: number;
  detune?: number;
}

function press(digit: string, how: Press = {}): Int16Array {
  const { toneMs = 80, pauseMs = 80, low = 0.2, high = low, detune = 1 } = how;
  const [lowHz, highHz] = dtmfFrequenciesHz[digit] ?? [0, 0];
  function tone(hz: number, amplitude: number): Int16Array {
    return sine({ frequenciesHz: [hz * detune], durationMs: toneMs, amplitude, sampleRate: rate });
  }
  return joinSamples([add(tone(lowHz, low), tone(highHz, high)), silence(pauseMs, rate)]);
}

function add(one: Int16Array, other: Int16Array): Int16Array {
  return one.map((sample, i) => sample + (other[i] ?? 0));
}

/** Detects in ticks of 20 ms as in the mixer, and through G.711; `offset` shifts the blocks. */
function detect(samples: Int16Array, offset = 0): string {
  const detector = new DtmfDetector(rate);
  const coded = new Uint8Array(samples.length);
  muLaw.encode(samples, samples.length, coded, 0);
  const decoded = new Int16Array(samples.length);
  muLaw.decode(coded, 0, coded.length, decoded);
  let found = detector.feed(new Int16Array(offset));
  for (let at = 0; at < decoded.length; at += 160) {
    found += detector.feed(decoded.subarray(at, at + 160));
  }
  return found;
}

/** Returns white noise, the same each time. */
function noise(durationMs: number, amplitude: number): Int16Array {
  let state = 7;
  return silence(durationMs, rate).map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.round((state / 2 ** 31 - 1) * amplitude * 32_767);
  });
}

const offsets = [0, 13, 26, 39, 52, 65, 78, 91];

describe("digits are detected", () => {
  test("[XM60] for each of the sixteen, once, at any block alignment", () => {
    const all = joinSamples(Array.from(digits, (digit) => press(digit)));

    for (const offset of offsets) {
      expect(detect(all, offset)).toBe(digits);
    }
  });

  test("[XM60] with 40 ms of tone and 40 ms of pause, even when one digit is repeated", () => {
    function quick(digit: string): Int16Array {
      return press(digit, { toneMs: 40, pauseMs: 40 });
    }
    const all = joinSamples(Array.from("1155D##", quick));

    for (const offset of offsets) {
      expect(detect(all, offset)).toBe("1155D##");
    }
  });

  test("[XM60] once for a long press, even with the gap of a lost packet", () => {
    const held = press("7", { toneMs: 2000 });
    const torn = held.map((sample, i) => (i >= 4000 && i < 4160 ? 0 : sample));

    expect(detect(held)).toBe("7");
    for (const offset of offsets) {
      expect(detect(torn, offset)).toBe("7");
    }
  });

  test("[XM60] between -3 and -33 dBm0, with frequencies 1.5 % off, with 7 dB and 3 dB of twist", () => {
    function all(how: Press): string {
      return detect(joinSamples(Array.from(digits, (digit) => press(digit, how))));
    }

    expect(all({ low: 0.4 })).toBe(digits);
    expect(all({ low: 0.017 })).toBe(digits);
    expect(all({ detune: 1.015 })).toBe(digits);
    expect(all({ detune: 0.985 })).toBe(digits);
    expect(all({ low: 0.2, high: 0.2 / 10 ** (7 / 20) })).toBe(digits);
    expect(all({ low: 0.2, high: 0.2 * 10 ** (3 / 20) })).toBe(digits);
  });

  test("[XM60] in noise 15 dB below the tones", () => {
    const all = joinSamples(Array.from(digits, (digit) => press(digit, { low: 0.2 })));
    const tones = 0.2;
    const loud = add(
      all,
      noise((all.length * 1000) / rate, tones * 10 ** (-15 / 20) * Math.sqrt(3)),
    );

    expect(detect(loud)).toBe(digits);
  });

  test("[XM60] in our own in-band digits, as the exchange sends them", () => {
    expect(detect(dtmf("0123456789*#", rate))).toBe("0123456789*#");
  });
});

describe("no digit is detected", () => {
  test("[XM60] in a pair of tones that is too short, too faint, too uneven or 4 % off", () => {
    function all(how: Press): string {
      return detect(joinSamples(Array.from(digits, (digit) => press(digit, how))));
    }

    for (const offset of offsets) {
      expect(
        detect(joinSamples(Array.from(digits, (digit) => press(digit, { toneMs: 18 }))), offset),
      ).toBe("");
    }
    expect(all({ low: 0.01 })).toBe("");
    expect(all({ low: 0.2, high: 0.2 / 10 ** (10 / 20) })).toBe("");
    expect(all({ low: 0.2, high: 0.2 * 10 ** (6 / 20) })).toBe("");
    expect(all({ detune: 1.04 })).toBe("");
    expect(all({ detune: 0.96 })).toBe("");
  });

  test("[XM60] in single tones, dial and busy tones, and noise", () => {
    function single(hz: number): Int16Array {
      return sine({ frequenciesHz: [hz], durationMs: 500, amplitude: 0.3, sampleRate: rate });
    }

    for (const hz of [400, 425, 697, 941, 1209, 1336, 1633, 2100]) {
      expect(detect(single(hz))).toBe("");
    }
    expect(detect(noise(20_000, 0.5))).toBe("");
  });

  test("[XM60] in music: a minute of three-note chords with overtones", () => {
    function chord(root: number): Int16Array {
      return sine({
        frequenciesHz: [0, 4, 7].flatMap((step) => {
          const hz = 110 * 2 ** ((root + step) / 12);
          return [hz, 2 * hz, 3 * hz];
        }),
        durationMs: 1000,
        amplitude: 0.08,
        sampleRate: rate,
      });
    }

    expect(detect(joinSamples(Array.from({ length: 60 }, (_, root) => chord(root % 48))))).toBe("");
  });
});
