export interface GatherOptions {
  acceptsDtmf: boolean;
  /** Keys and speech end the prompts. */
  allowsBargeIn: boolean;
  finishOnKey: string;
  numDigits: number;
}

export type GatherInput =
  | { type: "dtmf"; digits: string; finishedOnKey: string }
  | { type: "speech"; text: string; confidence: number }
  | { type: "nothing" };

interface GatheredDigits {
  digits: string;
  finishedOnKey: string;
}

export type GatherState =
  /** Prompts are heard; what is keyed meanwhile counts. */
  | ({ status: "prompting" } & GatheredDigits)
  /** For the first key or word. */
  | { status: "waiting" }
  | ({ status: "collecting" } & GatheredDigits)
  | { status: "speaking" }
  /** It has been said, and is being made text of. */
  | { status: "recognising" }
  | { status: "done"; input: GatherInput };

export type GatherEvent =
  | { type: "prompts.ended" }
  | { type: "digit.received"; key: string }
  | { type: "speech.began" }
  | { type: "speech.ended" }
  | { type: "speech.recognised"; text: string; confidence: number }
  | { type: "timeout" };

export const firstGatherState: GatherState = { status: "prompting", digits: "", finishedOnKey: "" };

/** Pure and total: an event that comes too late, or is not waited for, changes nothing. */
export function nextGather(
  state: GatherState,
  event: GatherEvent,
  gatherOptions: GatherOptions,
): GatherState {
  if (state.status === "done") {
    return state;
  }
  switch (event.type) {
    case "digit.received":
      return gatherOptions.acceptsDtmf ? addDigit(state, event.key, gatherOptions) : state;
    case "prompts.ended":
      return state.status === "prompting" ? afterPrompts(state, gatherOptions) : state;
    case "speech.began":
      return beginSpeech(state, gatherOptions);
    case "speech.ended":
      return state.status === "speaking" ? { status: "recognising" } : state;
    case "speech.recognised":
      return recognised(state, event);
    case "timeout":
      return giveUp(state);
  }
}

/** The first digit ends speech, whatever became of it; a finish key ends it with what was said. */
function addDigit(
  state: Exclude<GatherState, { status: "done" }>,
  key: string,
  gatherOptions: GatherOptions,
): GatherState {
  const isFinish = gatherOptions.finishOnKey.includes(key);
  if (state.status === "recognising" && isFinish) {
    return state;
  }
  if (state.status === "speaking" && isFinish) {
    return { status: "recognising" };
  }
  const before = "digits" in state ? state : { digits: "", finishedOnKey: "" };
  if (isComplete(before, gatherOptions)) {
    return state;
  }
  const keys = isFinish
    ? { digits: before.digits, finishedOnKey: key }
    : { digits: before.digits + key, finishedOnKey: "" };
  if (state.status === "prompting" && !gatherOptions.allowsBargeIn) {
    return { status: "prompting", ...keys };
  }
  return isComplete(keys, gatherOptions) ? done(keys) : { status: "collecting", ...keys };
}

function afterPrompts(keys: GatheredDigits, gatherOptions: GatherOptions): GatherState {
  if (isComplete(keys, gatherOptions)) {
    return done(keys);
  }
  if (keys.digits === "") {
    return { status: "waiting" };
  }
  return { status: "collecting", digits: keys.digits, finishedOnKey: "" };
}

function beginSpeech(state: GatherState, { allowsBargeIn: bargesIn }: GatherOptions): GatherState {
  const mayBegin = state.status === "waiting" || (state.status === "prompting" && bargesIn);
  return mayBegin ? { status: "speaking" } : state;
}

function recognised(
  state: GatherState,
  { text, confidence }: { text: string; confidence: number },
): GatherState {
  if (state.status !== "recognising" && state.status !== "speaking") {
    return state;
  }
  const input: GatherInput = text === "" ? nothing : { type: "speech", text, confidence };
  return { status: "done", input };
}

function giveUp(state: GatherState): GatherState {
  if (state.status === "waiting") {
    return { status: "done", input: nothing };
  }
  return state.status === "collecting" ? done(state) : state;
}

const nothing: GatherInput = { type: "nothing" };

function done({ digits, finishedOnKey }: GatheredDigits): GatherState {
  return { status: "done", input: { type: "dtmf", digits, finishedOnKey } };
}

function isComplete(
  { digits, finishedOnKey }: GatheredDigits,
  { numDigits }: GatherOptions,
): boolean {
  return finishedOnKey !== "" || digits.length >= numDigits;
}
