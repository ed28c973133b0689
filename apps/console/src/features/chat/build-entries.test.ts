import { expect, test } from "vitest";

import type { ChatMessage } from "@linedesk/contract";
import { buildEntries } from "./build-entries.ts";

const alice = { user: "id of Alice", name: "Alice" };
const bob = { user: "id of Bob", name: "Bob" };
const me = { id: alice.user, name: alice.name };

function at(minute: number): string {
  return new Date(Date.parse("2026-11-23T10:00:00.000Z") + minute * 60_000).toISOString();
}

function aMessage(number: number, minute: number, over: Partial<ChatMessage> = {}): ChatMessage {
  const key = `key ${number}`;
  const text = `${number}`;
  return { number, key, from: bob, at: at(minute), text, mentions: [], card: null, ...over };
}

const card = { call: "call", name: "Sam" };

function anOutgoing(number: number, state: object) {
  const key = `key ${number}`;
  const station = "station";
  return { key, station, text: `${number}`, card, at: Date.parse(at(9)), state: state as never };
}

function build(over: Partial<Parameters<typeof buildEntries>[0]>) {
  return buildEntries({
    messages: [],
    outgoing: [],
    cleared: undefined,
    me,
    dayOf: (ms) => new Date(ms).toISOString().slice(0, 10),
    ...over,
  });
}

test("[CH4] messages up to the clearing are hidden, and later messages and unsent messages are shown", () => {
  const messages = [aMessage(1, 0), aMessage(2, 1), aMessage(3, 2)];
  const outgoing = [anOutgoing(4, { status: "waiting" })];

  const entries = build({ messages, outgoing, cleared: at(1) });

  expect(entries.map(({ pieces }) => pieces[0]?.text)).toEqual(["3", "4"]);
  expect(build({ messages, cleared: "not a time" })).toHaveLength(3);
});

test("[CH11] [CH8] an unsent message is shown last with its state, and a delivered message only once", () => {
  const sent = { status: "sent", message: aMessage(3, 9, { from: alice }) };
  const messages = [aMessage(1, 0, { from: alice })];
  const outgoing = [
    anOutgoing(1, { status: "waiting" }),
    anOutgoing(3, sent),
    anOutgoing(4, { status: "sending" }),
    anOutgoing(5, { status: "refused", words: "No such call" }),
  ];

  const entries = build({ messages, outgoing });

  expect(entries.map(({ key }) => key)).toEqual([1, 3, 4, 5].map((n) => `id of Alice key ${n}`));
  expect(entries.map(({ delivery }) => delivery?.status ?? null)).toEqual([
    null,
    null,
    "sending",
    "refused",
  ]);
  expect(entries.at(-1)).toMatchObject({ isMine: true, from: "Alice", card });
});

test("a message names its sender if the message before has another sender, is much older or is of another day", () => {
  const messages = [
    aMessage(1, 0),
    aMessage(2, 4),
    aMessage(3, 5, { from: alice }),
    aMessage(4, 6),
    aMessage(5, 60),
    aMessage(6, 24 * 60),
  ];

  const entries = build({ messages });

  expect(entries.map(({ isContinued }) => isContinued)).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(entries.filter(({ isNewDay }) => isNewDay)).toHaveLength(2);
});

test("[CH12] a message that mentions the person is marked", () => {
  const messages = [aMessage(1, 0, { mentions: [alice] }), aMessage(2, 1, { mentions: [bob] })];

  expect(build({ messages }).map(({ namesMe }) => namesMe)).toEqual([true, false]);
});
