import pg from "pg";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";

import { attackStation, startStation } from "@linedesk/testkit";
import { Browser } from "../support/auth-station.ts";

const station = await startStation();
const database = new pg.Client({ connectionString: station.databaseUrl });
await database.connect();

afterAll(async () => {
  await database.end();
  await station.close();
});

interface Frame {
  event: string;
  data: unknown;
}

/** A raw socket that sends only the frames of a test, and no pong by itself. */
class RawSocket {
  readonly frames: Record<string, unknown>[] = [];
  closed: number | null = null;
  readonly #socket: WebSocket;

  constructor(path: string) {
    this.#socket = new WebSocket(`${station.url.replace("http", "ws")}${path}`);
    this.#socket.on("message", (data: Buffer) => {
      const text = data.toString();
      if (text.trim() !== "") {
        this.frames.push(JSON.parse(text) as Record<string, unknown>);
      }
    });
    this.#socket.on("close", (code) => (this.closed = code));
    onTestFinished(() => this.#socket.terminate());
  }

  async opened(): Promise<this> {
    await vi.waitUntil(() => this.#socket.readyState === WebSocket.OPEN, 20_000);
    return this;
  }

  send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }

  async next(matches: (frame: Record<string, unknown>) => boolean): Promise<unknown> {
    await vi.waitUntil(() => this.frames.some(matches), 20_000);
    const frame = this.frames.find(matches) as unknown as Frame;
    return typeof frame.data === "string" ? JSON.parse(frame.data) : frame;
  }

  event(name: string): Promise<unknown> {
    return this.next((frame) => frame["event"] === name);
  }
}

async function post(browser: Browser, path: string, body: object): Promise<object> {
  const answer = await browser.fetch(`/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": await browser.csrfToken() },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as object;
}

async function aHubSocket(browser: Browser) {
  const { realtime } = (await browser.json("/api/config")) as { realtime: { key: string } };
  const socket = new RawSocket(`/app/${realtime.key}?protocol=7&client=js&version=8.4.0`);
  const greeting = await socket.event("pusher:connection_established");
  const { socket_id } = greeting as { socket_id: string };
  const { items } = (await browser.json("/api/station")) as { items: { id: string }[] };
  const channel = `private-station-${items[0]?.id}`;
  const signin = await post(browser, "/websocket/user-auth", { socket_id });
  const subscription = {
    channel,
    ...(await post(browser, "/websocket/auth", { socket_id, channel_name: channel })),
  };
  const follow = () => socket.send({ event: "pusher:subscribe", data: subscription });
  return {
    socket,
    follow,
    say: () => {
      socket.send({ event: "pusher:signin", data: signin });
      follow();
    },
  };
}

async function aFollower(browser: Browser): Promise<RawSocket> {
  const { socket, say } = await aHubSocket(browser);
  say();
  await socket.event("pusher_internal:subscription_succeeded");
  return socket;
}

async function voiceTokenOf(browser: Browser): Promise<string> {
  const { user } = (await browser.json("/api/auth/session")) as { user: { id: string } };
  const { token } = (await post(browser, "/twilio/auth", { identity: user.id })) as {
    token: string;
  };
  return token;
}

async function aSoftphone(token: string): Promise<RawSocket> {
  const socket = await new RawSocket("/signal").opened();
  socket.send({ type: "listen", version: "1.6", payload: { token } });
  return socket;
}

async function aPerson(name: string): Promise<Browser> {
  const browser = new Browser(station.url);
  await browser.signIn(name);
  return browser;
}

/** Returns the code that a softphone gets for an invalid token. */
async function refusalOf(softphone: RawSocket): Promise<unknown> {
  const frame = await softphone.next((one) => one["type"] === "error");
  return (frame as { payload: { error: { code: number } } }).payload.error.code;
}

type End = (browser: Browser, name: string) => Promise<unknown>;

function endBySql(change: string, column = "user_id"): End {
  const text = `${change} where ${column} = (select id from "user" where name = $1)`;
  return (_browser, name) => database.query(text, [name]);
}

const ends: [string, End][] = [
  ["sign-out", (browser) => browser.post("/api/auth/signout")],
  [
    "sign-out everywhere from another browser",
    async (_browser, name) =>
      (await aPerson(name)).post("/api/auth/signout", { everywhere: "true" }),
  ],
  [
    "the idle timeout of a session",
    endBySql(`update session set last_seen_at = now() - interval '13 hours'`),
  ],
  ["the absolute timeout of a session", endBySql("update session set expires_at = now()")],
  ["a removed membership", endBySql("delete from membership")],
  ["a disabled account", endBySql(`update "user" set disabled_at = now()`, "id")],
];

async function restore(name: string): Promise<void> {
  await database.query(`update "user" set disabled_at = null where name = $1`, [name]);
  await database.query(
    `insert into membership (user_id, station_id, role)
     select "user".id, station.id, 'screener' from "user", station
     where "user".name = $1 on conflict do nothing`,
    [name],
  );
}

test.each(ends)(
  "[AU43] [RT13] %s ends the realtime connection and the softphone",
  async (_what, end) => {
    const browser = await aPerson("Dan");
    onTestFinished(() => restore("Dan"));
    const follower = await aFollower(browser);
    const token = await voiceTokenOf(browser);
    const softphone = await aSoftphone(token);
    await softphone.next((frame) => frame["type"] === "connected");

    await end(browser, "Dan");

    expect(await refusalOf(softphone)).toBe(31205);
    await expect.poll(() => follower.closed).toBe(4009);
    expect(await refusalOf(await aSoftphone(token))).toBe(31205);
  },
);

async function aTalker(name: string) {
  const browser = await aPerson(name);
  // A token that is issued in the same second as a withdrawal counts as withdrawn.
  for (;;) {
    const token = await voiceTokenOf(browser);
    const softphone = await aSoftphone(token);
    await softphone.next(({ type }) => type === "connected" || type === "error");
    if (softphone.frames.some(({ type }) => type === "connected")) {
      return { name, browser, token, softphone };
    }
  }
}

test("[AU43] [RT13] a socket whose client has not signed in ends with its own session", async () => {
  const [browser, open] = [await aPerson("Carla"), await aPerson("Carla")];
  const [{ socket, follow }, other] = [await aHubSocket(browser), await aHubSocket(open)];
  follow();
  other.follow();
  await socket.event("pusher_internal:subscription_succeeded");

  await browser.post("/api/auth/signout");

  await expect.poll(() => socket.closed).toBe(4009);
});

test("[AU43] every end of a session ends a softphone whose console follows no channel", async () => {
  const { softphone: untouched } = await aTalker("Erin");
  for (const some of [ends.slice(0, 3), ends.slice(3)]) {
    const talkers = await Promise.all(["Alice", "Bob", "Carla"].map(aTalker));
    onTestFinished(async () => {
      await Promise.all(talkers.map(({ name }) => restore(name)));
    });

    const ended = some.map(async ([, end], at) => {
      const talker = talkers[at];
      await (talker && end(talker.browser, talker.name));
    });
    await Promise.all(ended);

    for (const { token, softphone } of talkers) {
      expect(await refusalOf(softphone)).toBe(31205);
      expect(await refusalOf(await aSoftphone(token))).toBe(31205);
    }
  }
  expect(untouched.frames.filter((frame) => frame["type"] === "error")).toEqual([]);
});

test("[AU43] a signature of an ended session is refused, while another session is open", async () => {
  const browser = await aPerson("Alice");
  const open = await aPerson("Alice");
  const { socket, say } = await aHubSocket(browser);
  await browser.post("/api/auth/signout");
  await expect.poll(() => browser.json("/api/auth/session")).toEqual({});

  say();

  await expect.poll(() => socket.closed).toBe(4009);
  const follower = await aFollower(open);
  expect(follower.closed).toBeNull();
});

test("[AU43] a person without a membership gets no voice token", async () => {
  const browser = await aPerson("Dan");
  onTestFinished(() => restore("Dan"));
  await endBySql("delete from membership")(browser, "Dan");
  const { user } = (await browser.json("/api/auth/session")) as { user: { id: string } };

  expect(await post(browser, "/twilio/auth", { identity: user.id })).toMatchObject({
    error: { code: "forbidden" },
  });
});

test("[AP62] a station resists every attack that is tried from outside", async () => {
  const lines: string[] = [];

  const worked = await attackStation({ origin: station.url, say: (line) => void lines.push(line) });

  expect(lines.filter((line) => line.startsWith("SUCCEEDED"))).toEqual([]);
  expect([worked, lines.length]).toEqual([0, 23]);
});
