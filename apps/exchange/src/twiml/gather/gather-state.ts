export interface GatherWish {
  hearsKeys: boolean;
  /** Keys and speech end the prompts. */
  bargesIn: boolean;
  finishOnKey: string;
  numDigits: number;
}

export type GatherInput =
  | { type: "keys"; digits: string; finishedOnKey: string }
  | { type: "speech"; text: string; confidence: number }
  | { type: "nothing" };

interface Keys {
  digits: string;
  finishedOnKey: string;
}

export type GatherState =
  /** Prompts are heard; what is keyed meanwhile counts. */
  | ({ status: "prompting" } & Keys)
  /** For the first key or word. */
  | { status: "waiting" }
  | ({ status: "keying" } & Keys)
  | { status: "speaking" }
  /** It has been said, and is being made text of. */
  | { status: "recognising" }
  | { status: "done"; input: GatherInput };

export type GatherEvent =
  | { type: "prompts.ended" }
  | { type: "key.pressed"; key: string }
  | { type: "speech.began" }
  | { type: "speech.ended" }
  | { type: "speech.recognised"; text: string; confidence: number }
  | { type: "time.up" };

export const firstGatherState: GatherState = { status: "prompting", digits: "", finishedOnKey: "" };

/** Pure and total: an event that comes too late, or is not waited for, changes nothing. */
export function nextGather(state: GatherState, event: GatherEvent, wish: GatherWish): GatherState {
  if (state.status === "done") {
    return state;
  }
  switch (event.type) {
    case "key.pressed":
      return wish.hearsKeys ? press(state, event.key, wish) : state;
    case "prompts.ended":
      return state.status === "prompting" ? afterPrompts(state, wish) : state;
    case "speech.began":
      return beginSpeech(state, wish);
    case "speech.ended":
      return state.status === "speaking" ? { status: "recognising" } : state;
    case "speech.recognised":
      return recognised(state, event);
    case "time.up":
      return giveUp(state);
  }
}

/** The first digit ends speech, whatever became of it; a finish key ends it with what was said. */
function press(
  state: Exclude<GatherState, { status: "done" }>,
  key: string,
  wish: GatherWish,
): GatherState {
  const isFinish = wish.finishOnKey.includes(key);
  if (state.status === "recognising" && isFinish) {
    return state;
  }
  if (state.status === "speaking" && isFinish) {
    return { status: "recognising" };
  }
  const before = "digits" in state ? state : { digits: "", finishedOnKey: "" };
  if (isComplete(before, wish)) {
    return state;
  }
  const keys = isFinish
    ? { digits: before.digits, finishedOnKey: key }
    : { digits: before.digits + key, finishedOnKey: "" };
  if (state.status === "prompting" && !wish.bargesIn) {
    return { status: "prompting", ...keys };
  }
  return isComplete(keys, wish) ? done(keys) : { status: "keying", ...keys };
}

function afterPrompts(keys: Keys, wish: GatherWish): GatherState {
  if (isComplete(keys, wish)) {
    return done(keys);
  }
  if (keys.digits === "") {
    return { status: "waiting" };
  }
  return { status: "keying", digits: keys.digits, finishedOnKey: "" };
}

function beginSpeech(state: GatherState, { bargesIn }: GatherWish): GatherState {
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
  return state.status === "keying" ? done(state) : state;
}

const nothing: GatherInput = { type: "nothing" };

function done({ digits, finishedOnKey }: Keys): GatherState {
  return { status: "done", input: { type: "keys", digits, finishedOnKey } };
}

function isComplete({ digits, finishedOnKey }: Keys, { numDigits }: GatherWish): boolean {
  return finishedOnKey !== "" || digits.length >= numDigits;
}
