import { beforeEach, expect, test } from "vitest";

import {
  type ChatMessage,
  defaultSettings,
  type Endpoint,
  type Station,
  type UserSettings,
} from "@linedesk/contract";
import { type CallInput, type HttpClient, HttpError } from "../../lib/http-client.ts";
import { ALICE, BOB, STATION_ID } from "../../testing/a-call.ts";
import { sessionChanged, stationsLoaded } from "../store/desk-slice.ts";
import { createStore } from "../store/store.ts";
import type { ChatPage, Subscribe } from "./chat-feed.ts";
import { Chat } from "./chat.ts";
import { describeRefusal } from "./describe-refusal.ts";

const OTHER_STATION = "0190f3c4-7a1b-7c3d-8e4f-00000000000f";
const START = Date.parse("2026-11-23T00:00:00.000Z");

interface Call {
  endpoint: string;
  body: Record<string, unknown>;
}

/** Creates a desk that is signed in as Alice, on a server with these messages. */
function aDesk() {
  const store = createStore();
  const user = { id: ALICE, name: "Alice", email: null };
  store.dispatch(sessionChanged({ status: "authenticated", user } as never));
  store.dispatch(
    stationsLoaded([STATION_ID, OTHER_STATION].map((id) => ({ id }) as unknown as Station)),
  );
  const server = { messages: [] as ChatMessage[], failure: null as Error | null, aheadMs: 0 };
  const calls: Call[] = [];
  const alerted: string[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const clock = { ms: START };
  const changed = { count: 0 };
  const channels = new Map<string, Parameters<Subscribe>[1]>();
  const http: HttpClient = {
    async call<E extends Endpoint>({ id }: E, input: CallInput<E>) {
      const { body = {}, query = {} } = input as { body?: object; query?: object };
      calls.push({ endpoint: id, body: { ...body, ...query } });
      if (server.failure !== null) {
        throw server.failure;
      }
      const now = new Date(clock.ms + server.aheadMs).toISOString();
      const before = Number((query as { cursor?: string }).cursor ?? Infinity);
      const items = server.messages.filter(({ number }) => number < before).toReversed();
      const page: ChatPage = { items: items.slice(0, 2), nextCursor: null, now };
      const last = page.items.at(-1);
      const nextCursor = items.length > 2 && last !== undefined ? String(last.number) : null;
      return { ...page, nextCursor, message: aMessage(99, ALICE) } as never;
    },
  };
  const chat = new Chat({
    store,
    http,
    subscribe: (channel, listener) => {
      channels.set(channel, listener);
      return () => channels.delete(channel);
    },
    schedule: (run, ms) => {
      timers.push({ run, ms });
      return () => undefined;
    },
    now: () => clock.ms,
    newKey: () => aKey(99),
    onMessage: ({ text }) => void alerted.push(text),
    onSettingsChanged: () => (changed.count += 1),
  });
  async function open(station = STATION_ID): Promise<void> {
    chat.openStation(station);
    channels.get(`private-station-${store.getState().chat.station}`)?.onSubscribed();
    await settle();
  }
  function emit(event: object & { type: string }): void {
    channels.get(`private-station-${store.getState().chat.station}`)?.onEvent(event.type, event);
  }
  return {
    chat,
    store,
    server,
    calls,
    alerted,
    timers,
    clock,
    changed,
    channels,
    open,
    emit,
    arrive: (message: ChatMessage) => emit({ type: "chat.sent", seq: 1, message } as never),
    unread: () => store.getState().desk.msg_unread,
    state: () => store.getState().chat,
  };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function aKey(number: number): string {
  return `0190f3c4-7a1b-7c3d-8e4f-${String(number).padStart(12, "0")}`;
}

function aMessage(number: number, user = BOB, atMs = 0): ChatMessage {
  const from = { user, name: user === BOB ? "Bob" : "Alice" };
  const at = new Date(START + atMs).toISOString();
  return { number, key: aKey(number), from, at, text: `${number}`, mentions: [], card: null };
}

function withSettings(over: Partial<UserSettings>): UserSettings {
  return { ...defaultSettings, ...over };
}

let desk: ReturnType<typeof aDesk>;
beforeEach(() => {
  desk = aDesk();
});

test("[CH3] messages of colleagues are counted while chat is closed, and opening it resets the count", async () => {
  const { chat, server, arrive, unread, alerted, open } = desk;
  server.messages = [aMessage(1), aMessage(2)];
  await open();
  expect(unread()).toBe(0);

  arrive(aMessage(3));
  arrive(aMessage(4, ALICE));
  arrive(aMessage(5));
  arrive(aMessage(5));
  expect(unread()).toBe(2);
  chat.toggle(true);
  expect(unread()).toBe(0);
  arrive(aMessage(6));
  expect(unread()).toBe(0);
  chat.toggle(false);
  arrive(aMessage(7));

  expect(unread()).toBe(1);
  expect(alerted).toEqual(["3", "5", "6", "7"]);
});

test("[CH3] messages that arrived while the connection was lost are counted too", async () => {
  const { server, unread, open, channels } = desk;
  await open();
  server.messages = [aMessage(1), aMessage(2), aMessage(3)];

  channels.get(`private-station-${STATION_ID}`)?.onSubscribed();
  await settle();

  expect(unread()).toBe(3);
});

test("[CH4] clearing the chat sends the station and the server's time, and affects only this station", async () => {
  const { chat, server, calls, state, open, changed } = desk;
  const before = { [OTHER_STATION]: "2026-01-01T00:00:00.000Z" };
  chat.applySettings(withSettings({ chatCleared: before }));
  server.aheadMs = 5_000;
  await open();

  await chat.clear();

  const at = new Date(START + 5_000).toISOString();
  expect(calls.at(-1)).toEqual({
    endpoint: "changeSetting",
    body: { setting: "CHATCLEARED", value: [STATION_ID, at] },
  });
  expect(state().cleared).toEqual({ ...before, [STATION_ID]: at });
  expect(changed.count).toBe(1);
  expect(chat.serverNow()).toBe(at);
});

test("[CH4] a clearing has at least the time of the newest message, and is reverted when its request fails", async () => {
  const { chat, server, calls, state, store, open } = desk;
  server.messages = [aMessage(1, BOB, 60_000)];
  await open();
  server.failure = new HttpError({ kind: "network" });

  await chat.clear();

  const at = new Date(START + 60_000).toISOString();
  expect(calls.at(-1)?.body).toEqual({ setting: "CHATCLEARED", value: [STATION_ID, at] });
  expect(state().cleared).toEqual({});
  expect(store.getState().desk.notices).toMatchObject([{ id: "chat", tone: "failure" }]);
});

test("[CH16] the setting `chatStation` chooses the station of the chat; with `null` or an unknown station the chat is that of the open station", async () => {
  const { chat, calls, state, open, channels, arrive, unread } = desk;
  await open();
  expect(state().station).toBe(STATION_ID);
  arrive(aMessage(1));

  await chat.choose(OTHER_STATION);
  expect([...channels.keys()]).toEqual([`private-station-${OTHER_STATION}`]);
  expect(calls.at(-1)?.body).toEqual({ setting: "CHATSTATION", value: OTHER_STATION });
  expect(state()).toMatchObject({ station: OTHER_STATION, messages: [] });
  expect(unread()).toBe(0);
  chat.applySettings(withSettings({ chatStation: null }));
  expect(state().station).toBe(STATION_ID);
  chat.applySettings(withSettings({ chatStation: aKey(7) }));

  expect(state().station).toBe(STATION_ID);
});

test("[CH11] a temporary failure is retried, and a refusal shows its reason", () => {
  function answered(status: number) {
    const refusal = { reason: "no_such_call", params: {}, message: "no such call" };
    const body = { code: "not_found" as const, ...refusal, requestId: "" };
    return describeRefusal(new HttpError({ kind: "answered", status, body }));
  }

  expect(describeRefusal(new HttpError({ kind: "network" }))).toBeNull();
  expect(describeRefusal(new HttpError({ kind: "timeout", timeoutMs: 1 }))).toBeNull();
  expect([401, 429, 500, 503].map(answered)).toEqual([null, null, null, null]);
  expect([400, 403, 404, 409].map(answered)).toEqual(Array(4).fill("no such call"));
});

test("[CH14] typing is sent every 3 s, and a colleague's typing is shown for 6 s or until the message arrives", async () => {
  const { chat, calls, clock, emit, state, timers, open, arrive } = desk;
  await open();
  chat.noteTyping();
  clock.ms += 2_999;
  chat.noteTyping();
  clock.ms += 1;
  chat.noteTyping();
  expect(calls.filter(({ endpoint }) => endpoint === "typeChat")).toHaveLength(2);

  emit({ type: "chat.typed", seq: 1, person: { user: BOB, name: "Bob" } } as never);
  emit({ type: "chat.typed", seq: 2, person: { user: ALICE, name: "Alice" } } as never);
  expect(state().typing.map(({ name }) => name)).toEqual(["Bob"]);
  expect(timers.at(-1)?.ms).toBe(6_000);
  timers.at(-1)?.run();
  expect(state().typing).toEqual([]);
  emit({ type: "chat.typed", seq: 3, person: { user: BOB, name: "Bob" } } as never);
  arrive(aMessage(1));

  expect(state().typing).toEqual([]);
});

test("[CH1] older messages are loaded page by page, each once", async () => {
  const { chat, server, state, open } = desk;
  server.messages = [1, 2, 3, 4, 5].map((number) => aMessage(number));
  await open();
  function numbers() {
    return state().messages.map(({ number }) => number);
  }
  expect(numbers()).toEqual([4, 5]);

  await Promise.all([chat.loadOlder(), chat.loadOlder()]);
  expect(numbers()).toEqual([2, 3, 4, 5]);
  await chat.loadOlder();
  await chat.loadOlder();

  expect(numbers()).toEqual([1, 2, 3, 4, 5]);
  expect(state().hasOlder).toBe(false);
});

test("a draft belongs to its station and stays when the panel closes", () => {
  const { chat } = desk;
  const draft = { text: "and then", card: null };

  chat.keepDraft(STATION_ID, draft);

  expect(chat.draftOf(STATION_ID)).toEqual(draft);
  expect(chat.draftOf(OTHER_STATION).text).toBe("");
});
