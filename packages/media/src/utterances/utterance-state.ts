/** How to tell where what somebody says begins and ends. */
export interface UtteranceOptions {
  /** So much silence ends what they say. */
  endSilenceMs: number;
  /** They are heard no longer than this. */
  longestMs: number;
}

export type UtteranceState =
  /** Nobody speaks; some of the last ticks were voiced. */
  | { status: "waiting"; voicedMs: number; sinceMs: number }
  | { status: "speaking"; lengthMs: number; silentMs: number }
  | { status: "over"; reason: "silence" | "too_long" };

/** A word is longer than a cough or a click: so much voice, with no longer gap than this. */
const ONSET_MS = 160;
const ONSET_GAP_MS = 200;

export const initialUtteranceState: UtteranceState = { status: "waiting", voicedMs: 0, sinceMs: 0 };

/** Pure and total: moves on by `stepMs`, in which there was a voice or none. What is over stays. */
export function nextUtterance(
  state: UtteranceState,
  isVoiced: boolean,
  { plan, stepMs }: { plan: UtteranceOptions; stepMs: number },
): UtteranceState {
  switch (state.status) {
    case "over":
      return state;
    case "waiting":
      return wait(state, isVoiced, stepMs);
    case "speaking": {
      const lengthMs = state.lengthMs + stepMs;
      const silentMs = isVoiced ? 0 : state.silentMs + stepMs;
      if (silentMs >= plan.endSilenceMs) {
        return { status: "over", reason: "silence" };
      }
      if (lengthMs >= plan.longestMs) {
        return { status: "over", reason: "too_long" };
      }
      return { status: "speaking", lengthMs, silentMs };
    }
  }
}

function wait(
  state: Extract<UtteranceState, { status: "waiting" }>,
  isVoiced: boolean,
  stepMs: number,
): UtteranceState {
  if (!isVoiced) {
    const sinceMs = state.sinceMs + stepMs;
    return sinceMs > ONSET_GAP_MS ? initialUtteranceState : { ...state, sinceMs };
  }
  const voicedMs = state.voicedMs + stepMs;
  if (voicedMs < ONSET_MS) {
    return { status: "waiting", voicedMs, sinceMs: 0 };
  }
  return { status: "speaking", lengthMs: voicedMs, silentMs: 0 };
}
