import { expect, test } from "vitest";

import {
  type CheckEvent,
  idleCheck,
  isRunning,
  nextSoundCheck,
  type SoundCheck,
} from "./sound-check.ts";

function after(...events: CheckEvent[]): SoundCheck {
  return events.reduce(nextSoundCheck, idleCheck);
}

const verdict = { word: "great" as const, mos: 4.15 };

test("[SN16] a check runs its four steps in parallel, and each step ends independently", () => {
  const check = after(
    { type: "started" },
    { type: "passed", step: "microphone" },
    { type: "failed", step: "registration", words: "Line 1 is not registered" },
    { type: "passed", step: "network", verdict },
    { type: "played" },
  );

  expect(check).toEqual({
    microphone: { status: "passed", verdict: null },
    registration: { status: "failed", words: "Line 1 is not registered" },
    network: { status: "passed", verdict },
    speaker: { status: "asking" },
  });
  expect(isRunning(check)).toBe(false);
});

test("[SN16] a late event of a finished step and a second start change nothing", () => {
  const running = after({ type: "started" });
  const check = nextSoundCheck(running, { type: "failed", step: "network", words: "no" });

  expect(nextSoundCheck(check, { type: "passed", step: "network", verdict })).toBe(check);
  expect(nextSoundCheck(check, { type: "started" })).toBe(check);
  expect(after({ type: "played" })).toBe(idleCheck);
  expect(after({ type: "passed", step: "speaker" })).toBe(idleCheck);
});

test("[SN16] the person's answer about the tone ends the speaker step, and the check can be repeated", () => {
  const played = after({ type: "started" }, { type: "played" });
  const passed = nextSoundCheck(played, { type: "passed", step: "speaker" });

  expect(passed.speaker.status).toBe("passed");
  const all = (["microphone", "network", "registration"] as const).reduce(
    (check, step) => nextSoundCheck(check, { type: "passed", step }),
    passed,
  );
  expect(nextSoundCheck(all, { type: "started" }).speaker.status).toBe("running");
});
