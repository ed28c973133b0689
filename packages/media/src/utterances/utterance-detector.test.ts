import { describe, expect, test } from "vitest";

import { resample } from "@linedesk/audio";
import { room, speech, makeTone } from "../testing/spoken-samples.ts";
import { UtteranceDetector } from "./utterance-detector.ts";

const plan = { endSilenceMs: 1000, longestMs: 10_000 };

/** What is told of sounds that come at that rate, 20 ms at a time. */
function detect(sounds: Int16Array[], { rate = 8000, how = plan } = {}) {
  const detected = { beganMs: -1, endedMs: -1, reason: "", samples: 0 };
  let ms = 0;
  const post = new UtteranceDetector(how, {
    onBegan: () => (detected.beganMs = ms),
    onSound: (samples) => (detected.samples += samples.length),
    onEnded: (reason) => Object.assign(detected, { endedMs: ms, reason }),
  });
  const length = rate / 50;
  const all = Int16Array.from(sounds.flatMap((sound) => [...sound]));
  const wide =
    rate === 8000
      ? all
      : Int16Array.from(
          resample(
            Float32Array.from(all, (one) => one / 32_768),
            8000,
            rate,
          ),
          (one) => one * 32_767,
        );
  for (let at = 0; at + length <= wide.length && !post.isOver; at += length, ms += 20) {
    post.process(wide.subarray(at, at + length), rate);
  }
  return detected;
}

describe("a leg that is listened to", () => {
  test.each([8000, 16_000, 48_000])(
    "at %i Hz: speech begins with its voice and ends with a pause",
    (rate) => {
      const detected = detect([room(1000), speech(2000), room(3000)], { rate });

      expect(detected.beganMs).toBeGreaterThan(1000);
      expect(detected.beganMs).toBeLessThan(1500);
      expect(detected.reason).toBe("silence");
      expect(detected.endedMs).toBeGreaterThan(3700);
      expect(detected.endedMs).toBeLessThan(4400);
    },
  );

  test("is heard at 16 kHz, with the half second before its first word", () => {
    const detected = detect([room(2000), speech(1000), room(3000)]);

    const lengthMs = detected.samples / 16;
    expect(lengthMs).toBeGreaterThan(detected.endedMs - detected.beganMs + 400);
    expect(lengthMs).toBeLessThan(detected.endedMs - detected.beganMs + 600);
  });

  test("a pause that is too short does not end it, the limit does", () => {
    const halting = [speech(800), room(700), speech(800), room(3000)];
    expect(detect([room(500), ...halting]).endedMs).toBeGreaterThan(3500);

    const detected = detect([room(500), speech(9000)], { how: { ...plan, longestMs: 3000 } });
    expect(detected.reason).toBe("too_long");
    expect(detected.endedMs).toBeLessThan(4000);
  });

  test("a click, a hum, a lasting tone and silence are no speech", () => {
    const click = Int16Array.from({ length: 400 }, (_, i) => (i < 80 ? 20_000 : 0));

    for (const sound of [click, makeTone(440, 1500), new Int16Array(16_000), room(3000)]) {
      expect(detect([room(1500), sound, room(1500)]).beganMs).toBe(-1);
    }
  });
});
