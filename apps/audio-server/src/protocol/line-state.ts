import type { AudioServerTarget, ConnectFlavour } from "@linedesk/contract";
import type { ConnectRequest, LineOrder, LineRight } from "./line-request.ts";

interface Carried {
  flavour: ConnectFlavour;
  requestId: string;
  user: string;
  muted: boolean;
  /** Present when the request had no claim. */
  target?: AudioServerTarget;
}

export type LineState =
  | { status: "idle" }
  | ({ status: "connecting" } & Carried)
  | ({ status: "connected" } & Carried);

export interface Sender {
  id: string;
  name: string;
  mayUse: boolean;
  mayTakeOver: boolean;
}

export type LineEvent =
  | { type: "request"; request: LineOrder; sender: Sender }
  | { type: "accepted"; requestId: string; callSid: string | null }
  | { type: "ended"; requestId: string; reason: string }
  | { type: "failed"; requestId: string; message: string; code: number | null }
  | { type: "timeout"; requestId: string };

export type LineEffect =
  | { type: "send"; event: string; data: Record<string, unknown> }
  | { type: "connect"; requestId: string; right: LineRight; user: string }
  | { type: "hang_up" }
  | { type: "send_digits"; digits: string }
  | { type: "mute"; muted: boolean };

export interface LineStep {
  state: LineState;
  effects: LineEffect[];
}

/** A connect request fails when the telephony service does not answer within this time. */
export const CONNECT_TIMEOUT_MS = 10_000;

const MUTE: LineEffect = { type: "mute", muted: true };
const OTHERS = "Another operator uses this line.";
const DIGITS = /^[0-9*#A-Dw]{1,64}$/;

export function next(state: LineState, event: LineEvent): LineStep {
  if (event.type === "request") {
    return nextByRequest(state, event.request, event.sender);
  }
  if (state.status === "idle" || state.requestId !== event.requestId) {
    return { state, effects: [] };
  }
  const { flavour, requestId } = state;
  switch (event.type) {
    case "accepted": {
      if (state.status === "connected") {
        return { state, effects: [] };
      }
      const sid = event.callSid === null ? {} : { callSid: event.callSid };
      const connected: LineState = { ...state, status: "connected" };
      const reply = answer(flavour, "connected", { requestId, ...sid });
      return { state: connected, effects: state.muted ? [reply, MUTE] : [reply] };
    }
    case "ended":
      return toIdle([answer(flavour, "disconnect", { requestId, reason: event.reason })]);
    case "failed":
      return toIdle([fail(state, event.message, event.code)]);
    case "timeout":
      return state.status === "connected"
        ? { state, effects: [] }
        : toIdle([{ type: "hang_up" }, fail(state, "The call did not connect within 10 s.", null)]);
  }
}

function nextByRequest(state: LineState, request: LineOrder, sender: Sender): LineStep {
  if (!sender.mayUse) {
    return refuse(state, request, "You may not use this audio server.");
  }
  if (request.type !== "connect" && isOthers(state, request, sender)) {
    return refuse(state, request, OTHERS);
  }
  switch (request.type) {
    case "connect":
      return connect(state, request, sender);
    case "dial":
      return dial(state, request, sender);
    case "mute":
      return state.status === "idle"
        ? refuse(state, request, "There is no call on this line.")
        : {
            state: { ...state, muted: request.muted },
            effects: [{ type: "mute", muted: request.muted }],
          };
    case "disconnect_all":
      return state.status === "idle"
        ? { state, effects: [] }
        : toIdle([
            { type: "hang_up" },
            answer(state.flavour, "disconnect", {
              requestId: state.requestId,
              reason: `Ended by ${sender.name}.`,
            }),
          ]);
  }
}

/**
 * Returns true for a request that acts on another operator's call without the permission to end it.
 */
function isOthers(state: LineState, request: LineOrder, sender: Sender): boolean {
  const mayEnd = request.type === "disconnect_all" && sender.mayTakeOver;
  return state.status !== "idle" && state.user !== sender.id && !mayEnd;
}

function connect(state: LineState, request: ConnectRequest, sender: Sender): LineStep {
  const { requestId, flavour, right, dialer } = request;
  if (dialer !== null && dialer !== sender.id) {
    return refuse(state, request, "The dialer is not the sender of the request.");
  }
  const connecting: LineState = {
    status: "connecting",
    flavour,
    requestId,
    user: sender.id,
    muted: false,
    ...(right.type === "target" ? { target: right.target } : {}),
  };
  const start: LineEffect = { type: "connect", requestId, right, user: sender.id };
  if (state.status === "idle") {
    return { state: connecting, effects: [start] };
  }
  if (state.requestId === requestId || isRepeated(state, request, sender)) {
    const again = answer(flavour, "connected", { requestId: state.requestId });
    return { state, effects: state.status === "connected" ? [again] : [] };
  }
  if (state.user !== sender.id) {
    return refuse(state, request, OTHERS);
  }
  // The operator continues with the next call; the server handles the previous call.
  const before = answer(state.flavour, "disconnect", {
    requestId: state.requestId,
    reason: "Another call was connected.",
  });
  return { state: connecting, effects: [{ type: "hang_up" }, before, start] };
}

/** Returns true for a second request for the same target by a client that sends no request ids. */
function isRepeated(state: Carried, { right, flavour }: ConnectRequest, { id }: Sender): boolean {
  return (
    right.type === "target" &&
    state.user === id &&
    state.flavour === flavour &&
    JSON.stringify(state.target) === JSON.stringify(right.target)
  );
}

function dial(
  state: LineState,
  request: Extract<LineOrder, { type: "dial" }>,
  sender: Sender,
): LineStep {
  const { requestId, number, right } = request;
  if (state.status === "idle") {
    const wanted = {
      type: "connect",
      requestId,
      flavour: "outbound",
      right,
      dialer: null,
    } as const;
    return connect(state, wanted, sender);
  }
  if (state.status === "connecting") {
    return refuse(state, request, "The call is not connected yet.");
  }
  return DIGITS.test(number)
    ? { state, effects: [{ type: "send_digits", digits: number }] }
    : refuse(state, request, "Digits are 0 to 9, *, #, A to D, and w for a pause.");
}

function toIdle(effects: LineEffect[]): LineStep {
  return { state: { status: "idle" }, effects };
}

function answer(
  flavour: ConnectFlavour,
  outcome: "connected" | "disconnect" | "error",
  data: Record<string, unknown>,
): LineEffect {
  return { type: "send", event: `client-as-${flavour}-${outcome}`, data };
}

function fail({ flavour, requestId }: Carried, message: string, code: number | null): LineEffect {
  return answer(flavour, "error", { requestId, message, ...(code === null ? {} : { code }) });
}

export function isRefusal(effect: LineEffect): boolean {
  return effect.type === "send" && /^client-as-(?:refused|\w+-error)$/.test(effect.event);
}

function refuse(state: LineState, request: LineOrder, message: string): LineStep {
  const data = { requestId: request.requestId, message };
  const effect: LineEffect =
    request.type === "connect"
      ? answer(request.flavour, "error", data)
      : { type: "send", event: "client-as-refused", data };
  return { state, effects: [effect] };
}
