import type { ReactNode } from "react";

import type { CallerProfile, FoundCaller, HistoryCall } from "@linedesk/contract";
import { HistoryCard } from "../src/features/people/HistoryCard.tsx";
import {
  type HistoryView,
  noFilter,
  type ProfileView,
  type SearchView,
} from "../src/features/people/profile-view.ts";
import { ProfileCard } from "../src/features/people/ProfileCard.tsx";
import { SearchCard } from "../src/features/people/SearchCard.tsx";
import { uuid } from "./a-call.ts";

function nothing() {
  return undefined;
}

const people = [
  ["Kim Nguyen", "0491 570 006", "Parramatta"],
  ["Sam Tran", "0491 570 156", "Penrith"],
  ["Priya Desai", "0491 570 110", "Harris Park"],
  [null, "02 7010 4456", null],
  ["Dana Petrov", "0491 570 313", "Ryde"],
] as const;

const found: FoundCaller[] = people.map(([name, numberDisplay, location], n) => ({
  id: uuid(700 + n),
  name,
  location,
  numbers: [{ number: "+61491570006", numberDisplay }],
  calls: 14 - n,
  lastCallAt: `2026-11-1${n}T00:41:00.000Z`,
}));

function aCallOf(n: number, over: Partial<HistoryCall> = {}): HistoryCall {
  return {
    id: uuid(720 + n),
    at: `2026-11-1${9 - n}T23:41:00.000Z`,
    direction: "inbound",
    durationS: 200 - n,
    waitS: 40,
    reason: "operator_hung_up",
    description: "council rates",
    answeredBy: "Carla",
    quality: null,
    phoneLine: { id: uuid(730), name: "Main" },
    caller: {
      id: uuid(700),
      name: "Kim Nguyen",
      number: "+61491570006",
      numberDisplay: "0491 570 006",
    },
    ...over,
  };
}

const missed = { durationS: 0, answeredBy: null, description: "" };
const recordings = [
  { id: uuid(731), at: "2026-11-19T23:42:00.000Z", durationS: 134, deleted: false },
  { id: uuid(732), at: "2026-11-19T23:45:00.000Z", durationS: null, deleted: false },
  { id: uuid(733), at: "2026-11-19T23:46:00.000Z", durationS: 20, deleted: true },
];

const calls = [
  aCallOf(0, { recordings }),
  aCallOf(1, { ...missed, reason: "caller_hung_up" }),
  aCallOf(2, { caller: { id: null, name: null, number: null, numberDisplay: "Private" } }),
  aCallOf(3, { ...missed, reason: "rejected" }),
];

function aSearch(over: Partial<SearchView> = {}): SearchView {
  const view = { find: "", search: nothing, items: found, loading: false };
  return { ...view, more: null, continueSearch: null, failed: null, ...over };
}

export const kim: CallerProfile = {
  ...(found[0] ?? { id: uuid(700), name: null, location: null, numbers: [] }),
  calls: 14,
  lastCallAt: "2026-11-12T23:41:00.000Z",
  numbers: [
    { number: "+61491570006", numberDisplay: "0491 570 006" },
    { number: "+61270100178", numberDisplay: "02 7010 0178" },
  ],
  note: "good talker, radio off",
  flags: [
    {
      id: uuid(740),
      name: "Hoax",
      colour: "#830d1e",
      kind: "banned",
      reason: "threatened a presenter",
      until: "2026-12-01T00:00:00.000Z",
    },
  ],
  contact: "Kim of the council",
  contacts: [
    {
      number: "+61491570006",
      numberDisplay: "0491 570 006",
      name: "Kim of the council",
      tags: ["council"],
      note: "Only before noon",
    },
  ],
  sharers: [{ id: uuid(748), name: "Lan Nguyen", numberDisplay: "02 7010 0178" }],
  firstCallAt: "2024-03-02T08:15:00.000Z",
  callsThisMonth: 3,
  talkedWith: [
    { name: "Carla", calls: 9, at: "2026-11-12T23:41:00.000Z" },
    { name: "Dan", calls: 2, at: "2026-10-01T23:15:00.000Z" },
  ],
  wins: [
    { id: uuid(745), prize: "Two cinema tickets", wonOn: "2026-09-03", status: "collected" },
    { id: uuid(746), prize: "Signed album", wonOn: "2025-04-28", status: "sent" },
  ],
  recent: calls.slice(0, 2),
  changes: [
    {
      id: uuid(741),
      kind: "merge",
      other: { id: uuid(742), name: "K. Nguyen" },
      by: "Dan",
      at: "2026-11-12T23:41:00.000Z",
    },
  ],
  changedBy: "Bob",
};

const aFlag = { icon: null, effect: "mark", hiddenByDefault: false } as const;

function aProfile(over: Partial<ProfileView> = {}): ProfileView {
  return {
    station: uuid(1),
    profile: kim,
    details: { name: { status: "idle" }, location: { status: "idle" }, note: { status: "idle" } },
    flags: [
      { ...aFlag, id: uuid(740), name: "Hoax", colour: "#830d1e", kind: "banned" },
      { ...aFlag, id: uuid(743), name: "VIP", colour: "#237763", kind: "label" },
    ],
    actions: {
      edit: nothing,
      flag: nothing,
      merge: nothing,
      split: nothing,
      number: nothing,
      undo: nothing,
    },
    pending: false,
    refused: null,
    ...over,
  };
}

const words = "Bob changed this in the meantime. It is “radio off” now.";
const conflict = aProfile({
  details: {
    name: { status: "idle" },
    location: { status: "idle" },
    note: { status: "failed", words, value: "good talker" },
  },
});

function aHistory(over: Partial<HistoryView> = {}): HistoryView {
  return {
    station: uuid(1),
    elsewhere: null,
    openCard: nothing,
    openTimeline: nothing,
    dial: nothing,
    of: "Kim Nguyen",
    showAll: nothing,
    filter: noFilter,
    change: nothing,
    lines: [{ id: uuid(730), name: "Main" }],
    items: calls,
    loading: false,
    more: null,
    continueSearch: null,
    lookedBackTo: null,
    failed: null,
    exportCsv: nothing,
    exporting: null,
    exportCut: false,
    ...over,
  };
}

const readsOnly = { edit: null, flag: null, merge: null, split: null, number: null, undo: null };
const retry = { words: "The server does not answer.", retry: nothing };

/** The cards of callers and of their history, by the scene's id. */
export const peopleStates: Record<string, ReactNode> = {
  callers: <SearchCard view={aSearch()} open={nothing} />,
  "callers-none": <SearchCard view={aSearch({ find: "zzz", items: [] })} open={nothing} />,
  "callers-failed": <SearchCard view={aSearch({ items: [], failed: retry })} open={nothing} />,
  "callers-profile": (
    <ProfileCard
      view={aProfile()}
      others={aSearch()}
      openCalls={nothing}
      openTimeline={nothing}
      dial={nothing}
    />
  ),
  "callers-conflict": (
    <ProfileCard
      view={conflict}
      others={aSearch()}
      openCalls={nothing}
      openTimeline={nothing}
      dial={nothing}
    />
  ),
  "callers-reading": (
    <ProfileCard
      view={aProfile({ actions: readsOnly })}
      others={aSearch()}
      openCalls={nothing}
      openTimeline={nothing}
      dial={null}
    />
  ),
  history: <HistoryCard view={aHistory()} />,
  "history-cut": <HistoryCard view={aHistory({ exportCut: true })} />,
  "history-exporting": (
    <HistoryCard view={aHistory({ exporting: { count: 12_000, total: null, stop: nothing } })} />
  ),
  "history-all": <HistoryCard view={aHistory({ of: null, showAll: null, exportCsv: null })} />,
  "history-none": <HistoryCard view={aHistory({ items: [] })} />,
};
