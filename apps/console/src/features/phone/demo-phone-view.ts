import type { MicrophoneState } from "../../client/audio/microphone.ts";

export type DemoPhoneCall =
  | { status: "idle" }
  | { status: "connecting"; since: string }
  | { status: "ringing"; since: string }
  | { status: "rung"; since: string }
  | { status: "talking"; since: string }
  | { status: "reconnecting"; since: string }
  /** `words` is the failure that ended the call; `null` after a normal end. */
  | { status: "ended"; words: string | null };

/** `useDemoPhone()`: the telephone for demonstrations. */
export type DemoPhoneView =
  | { status: "loading" }
  /** The phone is not available: it is off in production. */
  | { status: "off" }
  | { status: "failed"; words: string; retry: () => void }
  | {
      status: "ready";
      lines: { number: string; label: string }[];
      callerNumbers: { number: string; label: string }[];
      from: string;
      chooseFrom: ((number: string) => void) | null;
      to: string;
      chooseTo: ((number: string) => void) | null;
      call: DemoPhoneCall;
      microphone: MicrophoneState;
      answer: (() => void) | null;
      decline: (() => void) | null;
      dial: (() => void) | null;
      hangUp: (() => void) | null;
      muted: boolean;
      mute: (() => void) | null;
      unmute: (() => void) | null;
      sendDigit: ((digit: string) => void) | null;
      /** The levels, from 0 to 1, of the microphone and of the sound from the station. */
      readInputLevel: () => number;
      readOutputLevel: () => number;
    };
