import { describe, expect, test } from "vitest";

import { VoiceActivity } from "./voice-activity.ts";

/** Feeds blocks of 20 ms from `levelAt`. Returns when speech began (+) and stopped (-), in ms. */
function watch(
  durationMs: number,
  levelAt: (ms: number) => number,
  activity = new VoiceActivity(),
): number[] {
  const changes: number[] = [];
  for (let ms = 0; ms < durationMs; ms += 20) {
    if (activity.advance(levelAt(ms))) {
      changes.push(activity.isSpeaking ? ms : -ms);
    }
  }
  return changes;
}

/** Returns a slightly uneven level, as in every room. */
function room(dbfs: number) {
  return (ms: number) => dbfs + ((ms / 20) % 3) - 1;
}

/** Returns words of 300 ms at -20 dBFS with gaps of 120 ms, between two moments. */
function words(fromMs: number, toMs: number, behind: (ms: number) => number) {
  return (ms: number): number => {
    const isWord = ms >= fromMs && ms < toMs && (ms - fromMs) % 420 < 300;
    return isWord ? -20 : behind(ms);
  };
}

describe("when voice activity is detected,", () => {
  test("[XM62] speech begins within 60 ms and ends 600 ms after the last word", () => {
    const changes = watch(10_000, words(2000, 6000, room(-60)));

    expect(changes).toEqual([2040, -6580]);
  });

  test.each([
    [-40, 11, []],
    [-40, 13, [5040]],
    [-68, 17, []],
    [-68, 19, [5040]],
  ])(
    "[XM62] on a floor of %d dBFS, a level %d dB above it begins speech at %j ms",
    (floor, above, begins) => {
      const changes = watch(6000, (ms) => (ms < 5000 ? floor : floor + above));

      expect(changes).toEqual(begins);
    },
  );

  test.each([
    [7, [5040]],
    [5, [5040, -5880]],
  ])(
    "[XM62] after speech, a level %d dB above the floor gives the changes %j",
    (above, changes) => {
      function level(ms: number): number {
        return ms >= 5000 && ms < 5300 ? -20 : -40 + (ms < 5000 ? 0 : above);
      }

      expect(watch(7000, level)).toEqual(changes);
    },
  );

  test("[XM62] gaps between words do not end speech, and a pause of a second does", () => {
    function twice(ms: number): number {
      return ms < 4000 ? words(1000, 3000, room(-62))(ms) : words(4200, 6000, room(-62))(ms);
    }

    expect(watch(9000, twice)).toHaveLength(4);
  });

  test("[XM62] a click, a cough of 40 ms and a lost packet are not speech", () => {
    function clicks(ms: number): number {
      return ms % 1000 < 40 ? -15 : room(-60)(ms);
    }

    expect(watch(20_000, clicks)).toEqual([]);
  });

  test("[XM62] silence and a quiet room are not speech", () => {
    expect(watch(10_000, () => -96)).toEqual([]);
    expect(watch(10_000, room(-55))).toEqual([]);
  });

  test("[XM62] constant loud noise is background, and speech above it is detected", () => {
    const loudPlace = room(-38);

    expect(watch(10_000, loudPlace)).toEqual([]);
    expect(watch(10_000, words(3000, 6000, loudPlace))[0]).toBe(3040);
  });

  test("[XM62] a hum that begins during the call is background after four seconds", () => {
    const [began, ended, ...more] = watch(20_000, (ms) => (ms < 3000 ? -60 : room(-35)(ms)));

    expect(began).toBe(3040);
    expect(ended).toBeLessThan(-6900);
    expect(ended).toBeGreaterThan(-8200);
    expect(more).toEqual([]);
  });

  test("[XM62] when a microphone is unmuted, the room's noise is not speech", () => {
    function muted(ms: number): number {
      return ms > 3000 && ms < 12_000 ? -96 : room(-45)(ms);
    }

    expect(watch(16_000, muted)).toEqual([]);
  });

  test("[XM62] long speech does not become its own background", () => {
    expect(watch(60_000, words(1000, 60_000, room(-60)))).toEqual([1040]);
  });

  test("[XM62] speech lasts at least 600 ms", () => {
    let state = 3;
    function wild(): number {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return -70 + (state / 2 ** 32) * 60;
    }
    const changes = watch(120_000, wild).map(Math.abs);
    const stops = changes.filter((_, i) => i % 2 === 1);

    expect(stops.every((stop, i) => stop - (changes[2 * i] ?? 0) >= 600)).toBe(true);
  });
});
