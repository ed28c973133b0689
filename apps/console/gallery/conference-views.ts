import type {
  CandidateView,
  ConferenceView,
  MemberView,
} from "../src/features/conference/conference-view.ts";
import { aCall, ago, uuid } from "./a-call.ts";
import { aLine, aLineCall, line2OnAir, noMoves } from "./a-line.ts";

function nothing() {
  return undefined;
}

const inside = { id: uuid(990), muted: false, onHold: false };
const own = aCall({ n: 31, waitS: 300, description: "council rates" });
const bob = { user: uuid(902), name: "Bob", line: "line1" as const };

function waiting(n: number, name: string, over: Partial<CandidateView> = {}): CandidateView {
  const call = aCall({ n, waitS: n * 7, caller: { name, location: "Manly" } });
  return { call, state: "ringing", with: null, isScreened: false, add: nothing, ...over };
}

function screened(n: number, name: string, agreed: boolean): CandidateView {
  const one = waiting(n, name, { state: agreed ? "verified" : "held", isScreened: true });
  const description = "night market permits cost more than the stall";
  return { ...one, call: { ...one.call, description, air: { radioOff: true, agreed } } };
}

function aConference(over: Partial<ConferenceView> = {}): ConferenceView {
  return {
    status: "live",
    own,
    number: 2,
    onAir: true,
    people: 3,
    candidates: [
      screened(41, "Priya Desai", true),
      screened(42, "Tariq Haddad", false),
      waiting(43, "Mei Chen", { state: "elsewhere", with: bob, add: null }),
      waiting(44, "Grace O'Brien"),
    ],
    dialIn: nothing,
    refused: null,
    pending: false,
    ...over,
  };
}

const threeMembers: MemberView[] = [
  { call: { ...own, conference: inside }, status: "speaking" as const },
  {
    call: {
      ...aCall({ n: 33, waitS: 90, caller: { name: "Joan Mercer", location: "Ryde" } }),
      conference: { ...inside, muted: true },
    },
    status: "muted" as const,
  },
  {
    call: {
      ...aCall({ n: 34, waitS: 60, caller: { name: "Alex Kimura", location: "Newtown" } }),
      conference: { ...inside, onHold: true },
    },
    status: "on_hold" as const,
  },
].map((member) => ({
  ...member,
  toggleMute: member.status === "on_hold" ? null : nothing,
  toggleHold: nothing,
  talkback: member.status === "on_hold" ? nothing : null,
  endTalkback: null,
  remove: nothing,
  extend: null,
}));

/** Returns members. One of them is a dialled call whose time limit ends in this many seconds. */
function withLimit(leftS: number): MemberView[] {
  return threeMembers.map((member, index) =>
    index === 1
      ? {
          ...member,
          call: { ...member.call, dial: { limitS: 3_600, endsAt: ago(-leftS) } },
          extend: nothing,
        }
      : member,
  );
}

const noNumber = { dialIn: null };
const notLive = { onAir: false, people: 0 };

/** The conference's card in each of its states. */
export const conferenceStates: Record<string, ConferenceView> = {
  live: aConference(),
  "off-air": aConference({ onAir: false }),
  start: aConference({ ...notLive, status: "ready_to_start" }),
  refused: aConference({
    refused: "The console does not dial emergency numbers. Use a telephone.",
  }),
  none: aConference({ ...notLive, ...noNumber, status: "none", own: null, candidates: [] }),
};

const noButtons = {
  toggleMute: null,
  toggleHold: null,
  talkback: null,
  endTalkback: null,
  remove: null,
  extend: null,
};

/** Returns this many members, who cycle through the states. */
export function someMembers(count: number): MemberView[] {
  const members = withLimit(95);
  const rings: MemberView = {
    ...noButtons,
    call: aCall({ n: 38, caller: { name: null, numberDisplay: "02 5550 2210" } }),
    status: "ringing",
    remove: nothing,
  };
  const aside: MemberView = {
    ...noButtons,
    call: aCall({ n: 39, caller: { name: "Wilhelmina Featherstonehaugh-Papadopoulos" } }),
    status: "private",
    endTalkback: nothing,
  };
  const all = [...members, rings, aside];
  return Array.from({ length: count }, (_, index) => all[index % all.length] ?? rings).map(
    (member, index) => ({ ...member, call: { ...member.call, id: uuid(700 + index) } }),
  );
}

function ofPeople(people: number, onAir = false) {
  return { people, onAir, leave: nothing, end: "END" as const };
}

export function conferenceOf(people: number) {
  return aLine({ call: aLineCall({ moves: noMoves, conference: ofPeople(people) }) });
}

/** Lines with a conference in each of its states. */
export const conferenceLines = {
  "in a conference": conferenceOf(3),
  "in a conference on air": aLine({
    ...line2OnAir,
    selected: true,
    call:
      line2OnAir.call === null
        ? null
        : { ...line2OnAir.call, moves: noMoves, conference: ofPeople(3, true) },
  }),
  "in a conference on air with its own caller held": aLine({
    call: aLineCall({
      state: { status: "held", since: ago(20) },
      moves: noMoves,
      conference: ofPeople(3, true),
    }),
  }),
  "in a conference of twenty": conferenceOf(20),
  "in a private talk": aLine({
    call: aLineCall({ moves: noMoves, mayConfer: false, endTalkback: nothing }),
  }),
};
