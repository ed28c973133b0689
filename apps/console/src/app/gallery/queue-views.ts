import type { Call, DeskState } from "@linedesk/contract";
import type { QueueRowView, QueueView } from "../../calls/views/queue-view.ts";
import type { RowState } from "../../lib/row-state.ts";
import { aCall, ago, bob, flag, me } from "./calls.ts";

const nothing = () => undefined;

const ready: DeskState = { status: "ready", since: ago(120) };
const held = (unattended: boolean): DeskState => ({
  status: "held",
  holder: me,
  since: ago(90),
  unattended,
});

const aRow = (call: Call, state: RowState, over: Partial<QueueRowView> = {}): QueueRowView => {
  const takes = state === "ringing" || state === "next" || state === "verified";
  return {
    call,
    state,
    with: null,
    mine: false,
    pending: false,
    answer: takes ? nothing : null,
    takeOver: state === "unattended" ? nothing : null,
    resume: state === "held" ? nothing : null,
    reject: takes ? nothing : null,
    ...over,
  };
};

const person = (n: number, name: string | null, location: string | null) => ({
  name,
  location,
  number: `+6149157${String(n).padStart(4, "0")}`,
  numberDisplay: `0491 57${String(n)
    .padStart(4, "0")
    .replace(/^(.)(...)$/, "$1 $2")}`,
});

const sam = aCall({
  n: 21,
  next: true,
  waitS: 401,
  desk: ready,
  description: "bus lanes on Parramatta Road",
  caller: { ...person(156, "Sam Tran", "Penrith"), flags: [flag("vip")], earlierCalls: 7 },
});

export const sampleRows: QueueRowView[] = [
  aRow(sam, "next"),
  aRow(
    aCall({
      n: 22,
      waitS: 310,
      desk: ready,
      description: "council rates, wants reply to Kim",
      caller: person(157, "Jo Smith", "Manly"),
    }),
    "verified",
  ),
  aRow(
    aCall({
      n: 23,
      waitS: 288,
      desk: ready,
      description: "night market permits",
      caller: { ...person(110, "Priya Desai", "Harris Park"), earlierCalls: 0 },
    }),
    "verified",
  ),
  aRow(
    aCall({
      n: 24,
      waitS: 242,
      desk: held(false),
      caller: { name: "Lee Brown", number: null, numberDisplay: "Private", location: null },
    }),
    "held",
    { with: "You", mine: true },
  ),
  aRow(
    aCall({
      n: 25,
      waitS: 31,
      caller: {
        ...person(158, "Pat Jones", "Gosford"),
        warning: { kind: "warning", reason: "hoax calls until 1 Dec" },
      },
    }),
    "ringing",
  ),
  aRow(
    aCall({
      n: 26,
      waitS: 80,
      description: "being screened",
      desk: { status: "screening", holder: bob, since: ago(20) },
      caller: {
        name: "Chris Wu",
        number: "+61255501234",
        numberDisplay: "02 5550 1234",
        location: "Sydney",
      },
    }),
    "elsewhere",
    { with: "Bob, line 1" },
  ),
  aRow(
    aCall({
      n: 27,
      waitS: 75,
      desk: held(true),
      description: "",
      caller: person(159, "Alex Kimura", "Newtown"),
    }),
    "unattended",
  ),
  aRow(
    aCall({
      n: 28,
      waitS: 12,
      caller: {
        id: null,
        name: null,
        number: "+61270104456",
        numberDisplay: "02 7010 4456",
        location: "Sydney",
        earlierCalls: 0,
      },
    }),
    "ringing",
  ),
  aRow(
    aCall({
      n: 29,
      waitS: 4,
      priority: true,
      caller: { ...person(313, "Dana Petrov", "Ryde"), flags: [flag("regular")] },
    }),
    "ringing",
  ),
];

const longName = "Wilhelmina Featherstonehaugh-Papadopoulos van der Merwe";

export const hardRows: QueueRowView[] = [
  aRow(
    aCall({
      n: 41,
      waitS: 7261,
      desk: ready,
      next: true,
      priority: true,
      description:
        "Wants to talk about the proposed changes to the timetable of the Blue Mountains line and what they mean for her garden",
      caller: {
        ...person(701, longName, "Upper Coomera North Extension via Woolgoolga"),
        flags: [flag("vip"), flag("regular")],
      },
    }),
    "next",
  ),
  aRow(
    aCall({
      n: 42,
      waitS: 3599,
      caller: {
        ...person(702, "Jo", "Manly"),
        warning: {
          kind: "banned",
          reason: "threatened a presenter on 4 July, police have been told, do not put to air",
        },
      },
    }),
    "ringing",
  ),
  aRow(aCall({ n: 43, waitS: 2, caller: person(703, "Bo Li", "Ryde") }), "ringing", {
    pending: true,
  }),
  aRow(
    aCall({ n: 44, waitS: 50, claimedBy: bob, caller: person(704, longName, "Dee Why") }),
    "claimed",
    {
      with: "Bob, line 1",
    },
  ),
  aRow(
    aCall({
      n: 45,
      waitS: 500,
      desk: { status: "on_air", holder: me, since: ago(75) },
      caller: person(705, "Noor Haddad", "Auburn"),
      description: "light rail noise after midnight",
    }),
    "on_air",
    { with: "You", mine: true },
  ),
  aRow(
    aCall({
      n: 46,
      waitS: 133,
      desk: { status: "screening", holder: me, since: ago(133) },
      caller: person(706, "Mia Costa", "Leichhardt"),
    }),
    "on_line",
    { with: "You", mine: true },
  ),
  aRow(aCall({ n: 47, waitS: 20, caller: person(707, "Ivan Petrov", "Coogee") }), "ended", {
    answer: null,
    reject: null,
  }),
];

export const manyRows: QueueRowView[] = Array.from({ length: 1000 }, (_, i) =>
  aRow(
    aCall({
      n: 10_000 + i,
      waitS: 5 * i,
      description: i % 3 === 0 ? "council rates" : "",
      caller: person(i, `Caller ${i + 1}`, "Sydney"),
    }),
    "ringing",
  ),
);

export const aQueue = (rows: QueueRowView[], over: Partial<QueueView> = {}): QueueView => ({
  status: "ready",
  rows,
  stale: false,
  failure: null,
  ...over,
});
