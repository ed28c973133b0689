/** Who answered a call, in Twilio's words. */
export const ANSWERED_BY = [
  "human",
  "machine_start",
  "machine_end_beep",
  "machine_end_silence",
  "machine_end_other",
  "fax",
  "unknown",
] as const;
/** Who answered, in the words of Twilio's `AnsweredBy`. */
export type AnsweredBy = (typeof ANSWERED_BY)[number];

/** How long to listen for who answered, and what to make of what is heard. */
export interface AmdSettings {
  /** Of a machine: its greeting is heard to the end, so that a message can be left. */
  awaitsEnd: boolean;
  timeoutMs: number;
  /** Who speaks longer than this without a pause is a machine. */
  speechMs: number;
  /** So much silence ends what somebody says. */
  speechEndMs: number;
  /** Nobody says anything for so long. */
  silenceMs: number;
}

/** What was heard in one step of time. */
export type AmdSound =
  | { type: "quiet" }
  | { type: "voice" }
  /** One tone, for so long by now. */
  | { type: "tone"; lengthMs: number }
  /** The tone of before is over; it was a machine's. */
  | { type: "beep" }
  /** The tone by which a fax machine answers. */
  | { type: "fax" };

export type AmdState =
  | { status: "waiting"; atMs: number }
  /** Somebody said something, and may still be saying it. */
  | { status: "speaking"; atMs: number; sinceMs: number; lastMs: number }
  /** A machine, whose greeting is not over. */
  | { status: "machine"; atMs: number; lastMs: number }
  | { status: "decided"; atMs: number; answeredBy: AnsweredBy };

/** A beep may come so long after the greeting. */
const BEEP_WITHIN_MS = 2000;
/** A tone that is shorter may be part of a word. */
export const MIN_BEEP_MS = 120;

export const initialAmdState: AmdState = { status: "waiting", atMs: 0 };

/** Pure and total: moves on by `stepMs`, in which this was heard. A verdict stands. */
export function nextAmdState(
  state: AmdState,
  sound: AmdSound,
  { plan, stepMs }: { plan: AmdSettings; stepMs: number },
): AmdState {
  if (state.status === "decided") {
    return state;
  }
  const atMs = state.atMs + stepMs;
  const advanced = advanceState(state, sound, { plan, atMs });
  if (advanced.status === "decided" || atMs < plan.timeoutMs) {
    return advanced;
  }
  const answeredBy = advanced.status === "machine" ? "machine_end_other" : "unknown";
  return { status: "decided", atMs, answeredBy };
}

function advanceState(
  state: Exclude<AmdState, { status: "decided" }>,
  sound: AmdSound,
  now: { plan: AmdSettings; atMs: number },
): AmdState {
  const { atMs, plan } = now;
  if (sound.type === "fax") {
    return { status: "decided", atMs, answeredBy: "fax" };
  }
  if (sound.type === "beep") {
    const answeredBy = plan.awaitsEnd ? "machine_end_beep" : "machine_start";
    return { status: "decided", atMs, answeredBy };
  }
  switch (state.status) {
    case "waiting":
      return afterSilence(sound, now);
    case "speaking":
      return afterSpeech(state, sound, now);
    case "machine":
      return afterGreeting(state, sound, now);
  }
}

function afterSilence(
  sound: AmdSound,
  { plan, atMs }: { plan: AmdSettings; atMs: number },
): AmdState {
  if (sound.type === "voice") {
    return { status: "speaking", atMs, sinceMs: atMs, lastMs: atMs };
  }
  if (sound.type === "quiet" && atMs >= plan.silenceMs) {
    return { status: "decided", atMs, answeredBy: "unknown" };
  }
  return { status: "waiting", atMs };
}

function afterSpeech(
  state: Extract<AmdState, { status: "speaking" }>,
  sound: AmdSound,
  { plan, atMs }: { plan: AmdSettings; atMs: number },
): AmdState {
  const { sinceMs } = state;
  const lastMs = isSpeech(sound) ? atMs : state.lastMs;
  if (lastMs - sinceMs > plan.speechMs) {
    if (plan.awaitsEnd) {
      return { status: "machine", atMs, lastMs };
    }
    return { status: "decided", atMs, answeredBy: "machine_start" };
  }
  const isOver = sound.type === "quiet" && atMs - lastMs >= plan.speechEndMs;
  if (isOver) {
    return { status: "decided", atMs, answeredBy: "human" };
  }
  return { status: "speaking", atMs, sinceMs, lastMs };
}

function afterGreeting(
  state: Extract<AmdState, { status: "machine" }>,
  sound: AmdSound,
  { plan, atMs }: { plan: AmdSettings; atMs: number },
): AmdState {
  const lastMs = sound.type === "quiet" ? state.lastMs : atMs;
  const isOver = atMs - lastMs >= plan.speechEndMs + BEEP_WITHIN_MS;
  if (isOver) {
    return { status: "decided", atMs, answeredBy: "machine_end_silence" };
  }
  return { status: "machine", atMs, lastMs };
}

/** A tone that has lasted longer is no part of a word: it is a beep that has begun. */
function isSpeech(sound: AmdSound): boolean {
  return sound.type === "voice" || (sound.type === "tone" && sound.lengthMs < MIN_BEEP_MS);
}
