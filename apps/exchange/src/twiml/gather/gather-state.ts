export interface GatherOptions {
  /** Is true when a digit ends the prompts. */
  allowsBargeIn: boolean;
  finishOnKey: string;
  numDigits: number;
}

export interface GatheredDigits {
  digits: string;
  finishedOnKey: string;
}

export type GatherState =
  /** The prompts play; digits that arrive meanwhile count. */
  | ({ status: "prompting" } & GatheredDigits)
  | { status: "waiting" }
  | ({ status: "collecting" } & GatheredDigits)
  | ({ status: "done" } & GatheredDigits);

export type GatherEvent =
  | { type: "prompts.ended" }
  | { type: "digit.received"; digit: string }
  | { type: "timeout" };

const NOTHING: GatheredDigits = { digits: "", finishedOnKey: "" };

export const firstGatherState: GatherState = { status: "prompting", ...NOTHING };

/** This function is pure and total: an event that is late or unexpected changes nothing. */
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
      return addDigit(state, event.digit, gatherOptions);
    case "prompts.ended":
      return state.status === "prompting" ? afterPrompts(state, gatherOptions) : state;
    case "timeout":
      return finishEarly(state);
  }
}

function addDigit(
  state: Exclude<GatherState, { status: "done" }>,
  digit: string,
  gatherOptions: GatherOptions,
): GatherState {
  const before = "digits" in state ? state : NOTHING;
  if (isComplete(before, gatherOptions)) {
    return state;
  }
  const gathered = gatherOptions.finishOnKey.includes(digit)
    ? { digits: before.digits, finishedOnKey: digit }
    : { digits: before.digits + digit, finishedOnKey: "" };
  if (state.status === "prompting" && !gatherOptions.allowsBargeIn) {
    return { status: "prompting", ...gathered };
  }
  return { status: isComplete(gathered, gatherOptions) ? "done" : "collecting", ...gathered };
}

function afterPrompts(
  { digits, finishedOnKey }: GatheredDigits,
  gatherOptions: GatherOptions,
): GatherState {
  if (isComplete({ digits, finishedOnKey }, gatherOptions)) {
    return { status: "done", digits, finishedOnKey };
  }
  return digits === "" ? { status: "waiting" } : { status: "collecting", digits, finishedOnKey };
}

function finishEarly(state: GatherState): GatherState {
  switch (state.status) {
    case "waiting":
      return { status: "done", ...NOTHING };
    case "collecting":
      return { ...state, status: "done" };
    case "prompting":
    case "done":
      return state;
  }
}

function isComplete(
  { digits, finishedOnKey }: GatheredDigits,
  { numDigits }: GatherOptions,
): boolean {
  return finishedOnKey !== "" || digits.length >= numDigits;
}
