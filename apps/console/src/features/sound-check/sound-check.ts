import type { QualityWord } from "../../client/softphone/quality-word.ts";

/** The four steps that a shift needs, in the order of the list. */
export const CHECK_STEPS = ["microphone", "speaker", "network", "registration"] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

export type StepState =
  | { status: "idle" }
  | { status: "running" }
  /** The tone was played, and the person must confirm that it was audible. */
  | { status: "asking" }
  | { status: "passed"; verdict: NetworkVerdict | null }
  | { status: "failed"; words: string };

export interface NetworkVerdict {
  word: QualityWord;
  mos: number;
}

export type SoundCheck = Record<CheckStep, StepState>;

export type CheckEvent =
  | { type: "started" }
  | { type: "played" }
  | { type: "passed"; step: CheckStep; verdict?: NetworkVerdict }
  | { type: "failed"; step: CheckStep; words: string };

export const idleCheck: SoundCheck = {
  microphone: { status: "idle" },
  speaker: { status: "idle" },
  network: { status: "idle" },
  registration: { status: "idle" },
};

const runningCheck: SoundCheck = {
  microphone: { status: "running" },
  speaker: { status: "running" },
  network: { status: "running" },
  registration: { status: "running" },
};

export function nextSoundCheck(check: SoundCheck, event: CheckEvent): SoundCheck {
  switch (event.type) {
    case "started":
      return isRunning(check) ? check : runningCheck;
    case "played":
      return check.speaker.status === "running"
        ? { ...check, speaker: { status: "asking" } }
        : check;
    case "passed":
      return isOpen(check[event.step])
        ? { ...check, [event.step]: { status: "passed", verdict: event.verdict ?? null } }
        : check;
    case "failed":
      return isOpen(check[event.step])
        ? { ...check, [event.step]: { status: "failed", words: event.words } }
        : check;
  }
}

function isOpen({ status }: StepState): boolean {
  return status === "running" || status === "asking";
}

/** Returns true while a step is measured; an open question does not count. */
export function isRunning(check: SoundCheck): boolean {
  return Object.values(check).some(({ status }) => status === "running");
}

/** `useSoundCheck()`: the check at the start of a shift. */
export interface SoundCheckView {
  check: SoundCheck;
  /** Runs the check; `null` while it runs. */
  run: (() => void) | null;
  /** Answers whether the tone was audible; `null` without a question. */
  answer: ((isAudible: boolean) => void) | null;
  /** Records five seconds and plays them; `null` during these steps and during the check. */
  recordAndPlay: (() => void) | null;
  /** Returns the level of the microphone, 0 to 1. */
  readLevel: () => number;
  last: { verdict: NetworkVerdict | null; at: string } | null;
}
