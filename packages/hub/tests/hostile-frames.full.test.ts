import { fork, type ChildProcess } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import fc from "fast-check";
import Pusher from "pusher";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

import {
  damagedJson,
  damagedText,
  forEachConcurrently,
  hostileText,
  processVitals,
} from "@linedesk/testkit";

let child: ChildProcess;
let output = "";
let port = 0;

beforeAll(async () => {
  const program = fileURLToPath(new URL("hostile-process.ts", import.meta.url));
  child = fork(program, [], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  function append(chunk: Buffer) {
    return (output += chunk.toString("utf8"));
  }
  child.stdout?.on("data", append);
  child.stderr?.on("data", append);
  const [ready] = (await once(child, "message")) as [{ port: number }];
  port = ready.port;
});
afterAll(async () => {
  const ended = once(child, "exit");
  if (child.kill("SIGKILL")) {
    await ended;
  }
});

function sign(text: string) {
  return `key:${createHmac("sha256", "secret").update(text).digest("hex")}`;
}

interface Client {
  socket: WebSocket;
  id: string;
  received: string[];
  closed: Promise<unknown>;
}

async function aClient(): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/key?protocol=7&client=js&version=8`);
  const received: string[] = [];
  socket.on("error", () => undefined);
  socket.on("message", (data: Buffer) => received.push(data.toString("utf8")));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await until(() => received.length > 0);
  const { data } = JSON.parse(received[0] ?? "{}") as { data: string };
  return { socket, received, closed, id: (JSON.parse(data) as { socket_id: string }).socket_id };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > endMs) {
      throw new Error("The condition did not become true within 10 s");
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function pusher() {
  return new Pusher({
    appId: "1",
    key: "key",
    secret: "secret",
    host: "127.0.0.1",
    port: String(port),
    useTLS: false,
  });
}

async function stats(): Promise<Record<string, number>> {
  const answer = once(child, "message");
  child.send("stats");
  const [{ stats: counts }] = (await answer) as [{ stats: Record<string, number> }];
  return counts;
}

async function aGoodClient(): Promise<Client> {
  const client = await aClient();
  const data = { channel: "private-desk", auth: sign(`${client.id}:private-desk`) };
  client.socket.send(JSON.stringify({ event: "pusher:subscribe", data }));
  await until(() => client.received.some((text) => text.includes("subscription_succeeded")));
  return client;
}

async function receives(client: Client): Promise<void> {
  const mark = `mark-${Math.random()}`;
  await pusher().trigger("private-desk", "tick", { mark });
  await until(() => client.received.some((text) => text.includes(mark)));
}

/**
 * Runs one storm to warm up and three more. Expects that memory and handles do not grow, and that a
 * valid client still receives.
 */
async function endures(storm: (round: number) => Promise<void>): Promise<void> {
  const pid = child.pid ?? 0;
  const good = await aGoodClient();
  await storm(0);
  await until(async () => (await stats())["connections"] === 1);
  const warm = await processVitals(pid);
  for (const round of [1, 2, 3]) {
    await storm(round);
  }
  await receives(good);
  await until(async () => (await stats())["connections"] === 1);
  const after = await processVitals(pid);

  expect(await stats()).toMatchObject({ channels: 1, users: 0 });
  expect(after.handles).toBeLessThan(warm.handles + 15);
  expect(after.memoryMb - warm.memoryMb).toBeLessThan(60);
  good.socket.terminate();
  await good.closed;
  const next = await aGoodClient();
  await receives(next);
  next.socket.terminate();
  await until(async () => (await stats())["connections"] === 0);
  expect(child.exitCode ?? child.signalCode).toBeNull();
  expect(output).toBe("");
}

const frames = [
  { event: "pusher:subscribe", data: { channel: "news" } },
  { event: "pusher:subscribe", data: { channel: "private-a", auth: "key:ab" } },
  {
    event: "pusher:subscribe",
    data: { channel: "presence-a", auth: "key:ab", channel_data: '{"user_id":"a"}' },
  },
  { event: "pusher:unsubscribe", data: { channel: "news" } },
  { event: "pusher:ping", data: {} },
  { event: "pusher:signin", data: { auth: "key:ab", user_data: '{"id":"a"}' } },
  { event: "client-a", channel: "private-a", data: { a: 1 } },
  { event: "pusher:subscribe", data: '{"channel":"news"}' },
];
const frame = fc.oneof(
  { weight: 5, arbitrary: damagedJson(...frames).map((value) => JSON.stringify(value) ?? "") },
  { weight: 3, arbitrary: damagedText(...frames.map((one) => JSON.stringify(one))) },
  hostileText,
  fc.constantFrom("[".repeat(20_000), `{"data":`.repeat(2000), "x".repeat(15_000)),
);

/** The signature is valid, so that the hub reads the nonsense inside. */
function signedPresence(id: string, nonsense: string): string {
  const channel = "presence-nonsense";
  const auth = sign(`${id}:${channel}:${nonsense}`);
  const data = { channel, auth, channel_data: nonsense };
  return JSON.stringify({ event: "pusher:subscribe", data });
}

test("[HB27] [HB17] [HB8] thousands of damaged frames affect no other connection", async () => {
  await endures(async (round) => {
    const all = fc.sample(frame, { numRuns: 2000, seed: 10 + round });
    const users = damagedText('{"user_id":"a","user_info":{"name":"b"}}');
    const presences = fc.sample(users, { numRuns: 200, seed: 20 + round });
    const groups = Array.from({ length: 40 }, (_, n) => n);
    await forEachConcurrently(groups, async (group) => {
      const client = await aClient();
      for (const text of all.slice(group * 50, group * 50 + 50)) {
        client.socket.send(text);
      }
      for (const text of presences.slice(group * 5, group * 5 + 5)) {
        client.socket.send(signedPresence(client.id, text));
      }
      client.socket.send(Buffer.from([1, 2, 3]));
      await client.closed;
    });
  });

  expect(child.connected).toBe(true);
});

test("[HB27] [HB2] a thousand sockets in a row, some of them cut during the handshake, leave no memory in use", async () => {
  await endures(async () => {
    await forEachConcurrently(Array.from({ length: 500 }), async () => {
      const client = await aClient();
      client.socket.terminate();
      await client.closed;
    });
    await forEachConcurrently(Array.from({ length: 200 }), async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/app/key?protocol=7`);
      socket.on("error", () => undefined);
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.terminate();
      await closed;
    });
  });

  expect(child.connected).toBe(true);
});

test("[HB20] [HB23] damaged REST calls are refused, signed or not", async () => {
  const bodies = [
    { name: "tick", channels: ["news"], data: '{"a":1}' },
    { name: "tick", channel: "news", data: "x", socket_id: "1.2", info: "user_count" },
    { batch: [{ name: "a", channel: "news", data: "b" }] },
  ];
  const paths = [
    "/apps/1/events",
    "/apps/1/batch_events",
    "/apps/1/channels",
    "/apps/1/channels/news",
    "/apps/1/channels/presence-a/users",
    "/apps/1/users/a/terminate_connections",
  ];
  const one = fc.record({
    method: fc.constantFrom("GET", "POST", "POST", "PUT"),
    path: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...paths) }, damagedText(...paths)),
    body: fc.oneof(
      damagedJson(...bodies).map((value) => JSON.stringify(value) ?? ""),
      damagedText(...bodies.map((body) => JSON.stringify(body))),
    ),
    info: damagedText("filter_by_prefix=presence-&info=user_count,subscription_count"),
    signed: fc.boolean(),
  });

  await endures(async (round) => {
    await forEachConcurrently(
      fc.sample(one, { numRuns: 600, seed: 30 + round }),
      async (request) => {
        const { method, signed } = request;
        const path = encodeURI(request.path.toWellFormed()).replaceAll(/[?#]/g, "");
        const body = method === "GET" ? undefined : request.body;
        const params = signed
          ? signedQuery(method, path, body)
          : encodeURI(request.info.toWellFormed());
        const url = new URL(`http://127.0.0.1:${port}`);
        url.pathname = path;
        const answer = await askOrCut(`${url.href}?${params}`, method, body);
        if (answer === "cut") {
          return;
        }
        await answer.text();
        const exchanged = `${method} ${path} ${body}`.slice(0, 500);
        const isOurs = answer.status >= 500;
        expect({ exchanged, isOurs }).toEqual({ exchanged, isOurs: false });
        if (!signed) {
          expect(answer.status).toBeGreaterThan(399);
        }
      },
    );
  });
});

/**
 * The hub may close the connection of a request longer than this before the client has sent the
 * whole request.
 */
const hugeBytes = 8_000;

/**
 * Sends the request again if the refusal of the previous request closed the kept-alive connection.
 * Returns "cut" for a huge request whose connection closed without an answer.
 */
async function askOrCut(url: string, method: string, body?: string): Promise<Response | "cut"> {
  const request = { method, ...(body === undefined ? {} : { body }) };
  try {
    return await fetch(url, request).catch(() => fetch(url, request));
  } catch (error) {
    if (url.length > hugeBytes || (body?.length ?? 0) > hugeBytes) {
      return "cut";
    }
    throw error;
  }
}

function signedQuery(method: string, path: string, body: string | undefined): string {
  const query: Record<string, string> = {
    auth_key: "key",
    auth_timestamp: String(Math.floor(Date.now() / 1000)),
    auth_version: "1.0",
  };
  if (body !== undefined) {
    query["body_md5"] = createHash("md5").update(body).digest("hex");
  }
  const text = Object.keys(query)
    .sort()
    .map((key) => `${key}=${query[key]}`)
    .join("&");
  const signature = createHmac("sha256", "secret")
    .update(`${method}\n${path}\n${text}`)
    .digest("hex");
  return `${text}&auth_signature=${signature}`;
}
