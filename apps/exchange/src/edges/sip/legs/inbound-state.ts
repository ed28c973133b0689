import type { LegEnd } from "../../../calls/legs/leg.ts";

export type InboundState =
  | { status: "arrived" }
  | { status: "ringing" }
  | { status: "answering" }
  | { status: "talking" }
  | { status: "ended"; end: LegEnd; by: "us" | "caller" };

export type InboundEvent =
  | { type: "ring" }
  | { type: "answer" }
  | { type: "negotiated" }
  | { type: "end"; end: LegEnd; by: "us" | "caller" };

export function nextInbound(state: InboundState, event: InboundEvent): InboundState {
  switch (event.type) {
    case "ring":
      return state.status === "arrived" ? { status: "ringing" } : state;
    case "answer":
      return state.status === "arrived" || state.status === "ringing"
        ? { status: "answering" }
        : state;
    case "negotiated":
      return state.status === "answering" ? { status: "talking" } : state;
    case "end":
      return state.status === "ended" ? state : { status: "ended", end: event.end, by: event.by };
  }
}
