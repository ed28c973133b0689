import { noMarks } from "../src/client/desk/marks/bind-marks.ts";
import type { CallerView, EditableView } from "../src/features/caller/caller-view.ts";
import type { CallerFlagsView } from "../src/features/flags/use-caller-flags.ts";
import { aCall, pastCalls, uuid } from "./a-call.ts";
import { kim } from "./people-views.tsx";
import { firstCall } from "./queue-views.ts";

function nothing() {
  return undefined;
}

function editable(value: string, over: Partial<EditableView> = {}): EditableView {
  return {
    value,
    save: nothing,
    state: { status: "idle" },
    ...over,
  };
}

export function aCallerView(over: Partial<CallerView> = {}): CallerView {
  return {
    call: firstCall,
    over: null,
    name: editable(firstCall.caller.name ?? ""),
    location: editable(firstCall.caller.location ?? ""),
    point: editable(firstCall.description),
    note: editable("good talker, radio off"),
    number: null,
    showNumber: null,
    checkForAir: nothing,
    air: { radioOff: false, agreed: false },
    marks: { ...noMarks, unverify: nothing, lock: nothing },
    pendingMarks: [],
    known: null,
    history: { status: "ready", items: pastCalls, more: nothing },
    ...over,
  };
}

const noneMarked = { next: false, locked: false, pinned: false, verified: false };

const warned = aCall({
  n: 61,
  caller: {
    name: "Pat Jones",
    numberDisplay: "0491 570 158",
    warning: { kind: "banned", reason: "threatened a presenter on 4 July, do not put to air" },
    earlierCalls: 12,
  },
});

const givenByHand: CallerView["call"] = {
  ...aCall({
    n: 62,
    caller: {
      numberDisplay: "02 7010 0178",
      numberGiven: true,
      location: null,
      locationGuess: "Sydney",
    },
  }),
  contest: { place: 10, callerCount: 10, outcome: "winner" },
  win: { prize: "Fuel card", wonOn: "2026-11-03", mayWinOn: "2026-12-04" },
};

/** All possible facts about a person who is the only one with the number. */
const knownAlone = aCallerView({
  known: { profile: { ...kim, sharers: [] }, setPerson: nothing },
});

/** Every state of the caller's panel, by name. */
export const callerStates: Record<string, CallerView | null> = {
  known: aCallerView({ known: { profile: kim, setPerson: nothing } }),
  // Nobody else has the number, which is the usual case.
  "known alone": knownAlone,
  "not verified": aCallerView({
    call: { ...firstCall, desk: { status: "waiting" }, marks: noneMarked },
    marks: { ...noMarks, verify: nothing, mark_next: nothing, lock: nothing },
  }),
  verifying: aCallerView({ pendingMarks: ["verify"] }),
  "typed by hand": aCallerView({
    call: givenByHand,
    location: editable(""),
    number: editable("02 7010 0178"),
  }),
  masked: aCallerView({
    call: aCall({
      n: 64,
      caller: { name: null, number: "hidden.AAAA", numberDisplay: "•••• ••• 158" },
    }),
    name: editable(""),
    showNumber: async () => "0491 570 158",
  }),
  none: null,
  "radio on": aCallerView({ call: { ...firstCall, programmeAudible: true } }),
  rehearsed: aCallerView({ call: { ...firstCall, rehearsal: true } }),
  banned: aCallerView({ call: warned, name: editable("Pat Jones"), point: editable("") }),
  "hung up": aCallerView({ over: "caller_hung_up", marks: noMarks }),
  saving: aCallerView({ location: editable("Penrith South", { state: { status: "saving" } }) }),
  failed: aCallerView({
    point: editable("bus lanes", {
      state: {
        status: "failed",
        words: "We could not reach the server",
        value: "bus lanes and trams",
      },
    }),
  }),
  "failed name": aCallerView({
    name: editable("Sam Tran", {
      state: { status: "failed", words: "We could not reach the server", value: "Sam Tranh" },
    }),
  }),
  "read only": aCallerView({
    name: editable("Sam Tran", { save: null }),
    location: editable("Penrith", { save: null }),
    point: editable("", { save: null }),
    history: { status: "ready", items: [], more: null },
  }),
  "history loading": aCallerView({ history: { status: "loading" } }),
  "history failed": aCallerView({
    history: { status: "failed", words: "We could not reach the server", retry: nothing },
  }),
  "withheld number": aCallerView({
    call: aCall({
      n: 62,
      caller: {
        name: null,
        number: null,
        numberDisplay: "Private",
        location: null,
        earlierCalls: 0,
      },
    }),
    name: editable(""),
    location: editable(""),
    point: editable(""),
    history: null,
  }),
};

function aFlag(n: number, name: string, kind: "label" | "warning" | "banned") {
  const plain = { colour: "#237763", icon: null, effect: "mark", hiddenByDefault: false } as const;
  return { ...plain, id: uuid(800 + n), name, kind };
}

/**
 * The station's flags, and which of them the caller has. The ban is fixed, as it is for a screener.
 */
export const callerFlags: CallerFlagsView = {
  call: firstCall,
  status: "ready",
  words: "",
  flags: [
    {
      flag: aFlag(1, "VIP", "label"),
      carried: true,
      reason: "breakfast panel",
      until: null,
      change: nothing,
    },
    {
      flag: aFlag(2, "Regular", "label"),
      carried: false,
      reason: "",
      until: null,
      change: nothing,
    },
    { flag: aFlag(3, "Hoax", "warning"), carried: false, reason: "", until: null, change: nothing },
    { flag: aFlag(4, "Abusive", "banned"), carried: false, reason: "", until: null, change: null },
  ],
};
