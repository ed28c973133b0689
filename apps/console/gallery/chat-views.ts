import type { ChatMessage } from "@linedesk/contract";
import { buildEntries, type ChatView } from "../src/features/chat/build-entries.ts";
import { createTimeFormats } from "../src/ui/time/time-formats.ts";
import { uuid } from "./a-call.ts";

function nothing() {
  return undefined;
}

const alice = { user: uuid(801), name: "Alice Okafor" };
const bob = { user: uuid(802), name: "Bob" };
const carla = { user: uuid(803), name: "Carla" };
const station = { id: uuid(800), callSign: "2ZZ" };
const formats = createTimeFormats("en-AU");

const card = {
  call: uuid(6),
  name: "Sam Tran",
  numberDisplay: "0491 570 156",
  location: "Penrith",
  point: "bus lanes on Parramatta Road",
};

/** `minute` counts from 10:40 in Sydney. */
function aMessage(minute: number, from: ChatMessage["from"], over: Partial<ChatMessage>) {
  const at = new Date(Date.parse("2026-11-20T23:40:00.000Z") + minute * 60_000).toISOString();
  const number = minute + 1;
  return { number, key: uuid(810 + minute), from, at, text: "", mentions: [], card: null, ...over };
}

const messages: ChatMessage[] = [
  aMessage(0, bob, { text: "Lee is the council guy from Monday, ask Lee about the letter" }),
  aMessage(1, carla, { text: "Sam after the news please", card }),
  aMessage(2, carla, { text: "the page: https://council.example/bus-lanes?from=1999." }),
  aMessage(3, bob, { text: "@Alice Okafor can you screen line 4?", mentions: [alice] }),
  aMessage(9, alice, { text: "On it, @Bob", mentions: [bob] }),
];

const outgoing = [
  { ...anOutgoing(1, "the lines are full"), state: { status: "sending" as const } },
  { ...anOutgoing(2, "closing the contest line"), state: { status: "waiting" as const } },
  {
    ...anOutgoing(3, "Kim next"),
    state: { status: "refused" as const, words: "The station has no such call." },
  },
];

function anOutgoing(n: number, text: string) {
  const at = Date.parse("2026-11-20T23:50:00.000Z") + n * 1_000;
  return { key: uuid(830 + n), station: station.id, text, card: null, at };
}

function entriesOf(shown: ChatMessage[], sent: typeof outgoing = []): ChatView["entries"] {
  return buildEntries({
    messages: shown,
    outgoing: sent,
    cleared: undefined,
    me: { id: alice.user, name: alice.name },
    dayOf: (at) => formats.day(at, at),
  });
}

function aChat(over: Partial<ChatView> = {}): ChatView {
  return {
    station,
    stations: [station],
    chosen: null,
    choose: nothing,
    entries: entriesOf(messages),
    loadOlder: null,
    status: "live",
    typing: [],
    people: [bob, carla],
    attachable: { call: uuid(6), name: "Sam Tran" },
    canOpen: () => true,
    openCaller: nothing,
    draft: { text: "", card: null },
    keepDraft: nothing,
    typed: nothing,
    send: () => true,
    retry: nothing,
    remove: nothing,
    clear: nothing,
    ...over,
  };
}

const long = Array.from({ length: 2_000 }, (_, n) =>
  aMessage(n, n % 3 === 0 ? bob : carla, { text: `Message ${n + 1} of a long show` }),
);

/** The chat in every state, by the scene's name. */
export const chatStates: Record<string, ChatView> = {
  messages: aChat({ typing: ["Bob", "Carla"] }),
  unsent: aChat({
    entries: entriesOf(messages.slice(-2), outgoing),
    draft: { text: "and then ", card: { call: uuid(6), name: "Sam Tran" } },
    status: "stale",
  }),
  stations: aChat({
    stations: [station, { id: uuid(850), callSign: "3ABC" }],
    canOpen: () => false,
    attachable: null,
  }),
  empty: aChat({ entries: [], clear: null }),
  loading: aChat({ entries: [], clear: null, status: "loading" }),
  long: aChat({ entries: entriesOf(long) }),
};
