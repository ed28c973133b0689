import type { NetworkVerdict, SoundCheck } from "./sound-check.ts";

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
