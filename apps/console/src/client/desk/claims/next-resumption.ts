/**
 * The state of a call whose leg the exchange has lost, as the desk knows it. `unknown`: the server
 * has not noticed the restart yet. `pressed`: the answer to a press of the operator is pending.
 */
export type LostCall =
  | { type: "unknown" | "pressed" | "held" | "gone" | "unattended" }
  /** `conference`: a colleague is in it, whom the line joins. */
  | { type: "interrupted"; call: string; conference?: string };

/** `pausedUntil` is the time of the next attempt. */
export type Resumption =
  | { status: "waiting"; until: number; pausedUntil: number }
  | { status: "joining"; until: number; call: string; conference: string | null }
  | { status: "held" }
  | { status: "joined" }
  | { status: "gone" }
  | { status: "failed" };

export type ResumptionEvent =
  | { type: "checked"; lost: LostCall; at: number }
  | { type: "joined" }
  | { type: "refused"; at: number };

/** After this time the server lets any colleague take over the call. */
const RESUME_WITHIN_MS = 10_000;
const PAUSE_MS = 250;

export function beginResumption(at: number): Resumption {
  return { status: "waiting", until: at + RESUME_WITHIN_MS, pausedUntil: at };
}

/**
 * Returns the next state of a line that brings its call back after a restart of the exchange. Only
 * a call that the server has marked as interrupted joins again. A call on hold stays on hold,
 * without a leg.
 */
export function nextResumption(state: Resumption, event: ResumptionEvent): Resumption {
  switch (state.status) {
    case "waiting":
      return event.type === "checked" ? nextWhenWaiting(state, event) : state;
    case "joining":
      return nextWhenJoining(state, event);
    case "held":
      return event.type === "checked" ? nextWhenHeld(state, event.lost) : state;
    case "joined":
    case "gone":
    case "failed":
      return state;
  }
}

type State<S extends Resumption["status"]> = Extract<Resumption, { status: S }>;
type Checked = Extract<ResumptionEvent, { type: "checked" }>;

function nextWhenWaiting(state: State<"waiting">, { lost, at }: Checked): Resumption {
  switch (lost.type) {
    case "gone":
      return { status: "gone" };
    case "held":
      return { status: "held" };
    case "unattended":
      return { status: "failed" };
    case "interrupted":
      if (at >= state.until) {
        return { status: "failed" };
      }
      return at < state.pausedUntil ? state : toJoining(state, lost);
    case "pressed":
      return state;
    case "unknown":
      return at >= state.until ? { status: "failed" } : state;
  }
}

function toJoining(
  { until }: State<"waiting">,
  { call, conference }: Extract<LostCall, { type: "interrupted" }>,
): Resumption {
  return { status: "joining", until, call, conference: conference ?? null };
}

function nextWhenJoining(state: State<"joining">, event: ResumptionEvent): Resumption {
  switch (event.type) {
    case "joined":
      return { status: "joined" };
    case "refused":
      return { status: "waiting", until: state.until, pausedUntil: event.at + PAUSE_MS };
    case "checked":
      return event.lost.type === "gone" ? { status: "gone" } : state;
  }
}

function nextWhenHeld(state: State<"held">, lost: LostCall): Resumption {
  return lost.type === "gone" || lost.type === "unattended" ? { status: "gone" } : state;
}
