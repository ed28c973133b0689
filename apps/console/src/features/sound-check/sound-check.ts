import type { QualityWord } from "../../client/softphone/quality-word.ts";

/** The four things that a shift needs, as they are listed. */
export const CHECK_STEPS = ["microphone", "speaker", "network", "registration"] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

export type StepState =
  | { status: "idle" }
  | { status: "running" }
  /** The tone was played: only a person can say whether it was heard. */
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

/** Something is still measured; a question that stands open is not. */
export function isRunning(check: SoundCheck): boolean {
  return Object.values(check).some(({ status }) => status === "running");
}

/** `useSoundCheck()`: the check at the start of a shift. */
export interface SoundCheckView {
  check: SoundCheck;
  /** Null while it runs. */
  run: (() => void) | null;
  /** Whether the tone was heard; null while nobody is asked. */
  answer: ((isAudible: boolean) => void) | null;
  /** Says the microphone's sound back after five seconds; null while it does, or the check runs. */
  recordAndPlay: (() => void) | null;
  /** 0..1, of the microphone. */
  readLevel: () => number;
  last: { verdict: NetworkVerdict | null; at: string } | null;
}
