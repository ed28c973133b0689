import type { Call, StationEvent } from "@linedesk/contract";

export const ALICE = "0190a000-0000-7000-8000-00000000000a";
export const BOB = "0190a000-0000-7000-8000-00000000000b";
export const STATION_ID = "0190a000-0000-7000-8000-000000000022";

function idOf(number: number): string {
  return `0190a000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
}

/** Creates a waiting call; tests and the gallery change the relevant fields. */
export function aCall(number: number, change: Partial<Call> = {}): Call {
  return {
    id: idOf(number),
    station: STATION_ID,
    phoneLine: null,
    direction: "inbound",
    callState: "in_progress",
    desk: { status: "waiting" },
    claimedBy: null,
    offer: null,
    leaving: null,
    dial: null,
    callBack: null,
    conference: null,
    caller: {
      id: null,
      number: "+61491570006",
      numberDisplay: "0491 570 006",
      numberGiven: false,
      locationGuess: null,
      name: null,
      location: null,
      flags: [],
      flagIds: [],
      warning: null,
      earlierCalls: 0,
      lastCallAt: null,
    },
    description: "",
    marks: { next: false, locked: false, pinned: false, verified: false },
    air: { radioOff: false, agreed: false },
    contest: null,
    programmeAudible: false,
    position: null,
    arrivedAt: new Date(1_795_000_000_000 + number * 1_000).toISOString(),
    answeredAt: null,
    endedAt: null,
    ...change,
  };
}

/** Returns the desk state of a call that is on air on the person's line 1. */
export function anAirState(user: string): Call["desk"] {
  const holder = { user, name: "Alice", line: "line1" as const };
  return { status: "on_air", holder, since: "2026-11-21T10:00:00.000Z" };
}

export function changed(seq: number, call: Call): StationEvent {
  return {
    type: "call.changed",
    seq,
    call,
  };
}
