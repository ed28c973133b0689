/**
 * Measures two hubs on one PostgreSQL, each in a process of its own: client events within one hub
 * and to the other, the commits of calls beside them, and the members of a hub that is killed.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { sql } from "kysely";
import { WebSocket } from "ws";

import { type Db, openDatabase } from "../apps/server/src/platform/db/database.ts";
import { publish } from "../apps/server/src/platform/realtime/publish.ts";
import { openBenchDatabase } from "./support/bench-database.ts";
import { formatPercentiles, percentile } from "./support/percentiles.ts";
import { type Bench, infoRow, limitRow, type Row } from "./support/row.ts";

/** A socket may send ten client events a second, so this number sends 500. */
const SENDERS = 50;
const PER_SENDER = 10;
const WRITES_PER_SECOND = 50;
const MEMBERS = 20;
const MORE_P50_MS = 3;
const MORE_P95_MS = 15;
const GONE_MS = 6_000;

interface HubProcess {
  child: ChildProcess;
  port: number;
}

export const run: Bench = async (options) => {
  const seconds = options.seconds ?? 20;
  const database = await openBenchDatabase();
  const { admin } = database.urls;
  const db = openDatabase({ url: admin, poolSize: 4, onError: () => undefined });
  const hubs: HubProcess[] = [];
  try {
    hubs.push(await startHub(admin), await startHub(admin));
    const [here, there] = hubs as [HubProcess, HubProcess];
    return [...(await measureEvents(db, { here, there, seconds })), await measureKill(here, there)];
  } finally {
    hubs.forEach(({ child }) => child.kill("SIGKILL"));
    await db.destroy();
    await database.close();
  }
};

async function startHub(databaseUrl: string): Promise<HubProcess> {
  const child = fork(
    fileURLToPath(new URL("hub-cluster-server.ts", import.meta.url)),
    [databaseUrl],
    { execArgv: ["--import", "tsx"] },
  );
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, port };
}

interface Client {
  socket: WebSocket;
  join(channel: string, user?: string): Promise<void>;
}

async function connect({ port }: HubProcess, onText: (text: string) => void): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/bench?protocol=7`, {
    perMessageDeflate: false,
  });
  const waiting = new Map<string, () => void>();
  const socketId = await new Promise<string>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (message: Buffer) => {
      const text = message.toString();
      const established = /socket_id\\":\\"([\d.]+)/.exec(text)?.[1];
      if (established !== undefined) {
        resolve(established);
      }
      if (text.includes("subscription_succeeded")) {
        const { channel } = JSON.parse(text) as { channel: string };
        waiting.get(channel)?.();
      }
      onText(text);
    });
  });
  function join(channel: string, user?: string): Promise<void> {
    const channel_data = user === undefined ? undefined : JSON.stringify({ user_id: user });
    const signed = [socketId, channel, ...(channel_data === undefined ? [] : [channel_data])];
    const auth = `bench:${createHmac("sha256", "bench").update(signed.join(":")).digest("hex")}`;
    const data = { channel, auth, channel_data };
    socket.send(JSON.stringify({ event: "pusher:subscribe", data }));
    return new Promise((resolve) => waiting.set(channel, resolve));
  }
  return { socket, join };
}

/** Records the delay of each client event. */
async function connectReceiver(hub: HubProcess, channels: readonly string[]) {
  const delaysMs: number[] = [];
  const client = await connect(hub, (text) => {
    const sentAt = /sent(\d+)sent/.exec(text)?.[1];
    if (sentAt !== undefined) {
      delaysMs.push(Number(process.hrtime.bigint() - BigInt(sentAt)) / 1e6);
    }
  });
  await Promise.all(channels.map((channel) => client.join(channel)));
  return { client, delaysMs };
}

interface Measuring {
  here: HubProcess;
  there: HubProcess;
  seconds: number;
}

async function measureEvents(db: Db, { here, there, seconds }: Measuring): Promise<Row[]> {
  const channels = Array.from({ length: SENDERS }, (_, n) => `private-bench-${n}`);
  const [within, across] = await Promise.all([
    connectReceiver(here, channels),
    connectReceiver(there, channels),
  ]);
  const senders = await Promise.all(
    channels.map(async (channel) => {
      const client = await connect(here, () => undefined);
      await client.join(channel);
      return { socket: client.socket, channel };
    }),
  );
  const alone = await writeCalls(db, seconds / 2);
  const [beside] = await Promise.all([writeCalls(db, seconds), sendEvents(senders, seconds)]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const sent = SENDERS * PER_SENDER * seconds;
  senders.forEach(({ socket }) => socket.terminate());
  within.client.socket.terminate();
  across.client.socket.terminate();
  const more = (part: number) =>
    percentile(across.delaysMs, part) - percentile(within.delaysMs, part);
  const name = `client events, ${SENDERS * PER_SENDER}/s`;
  return [
    infoRow(`${name}: within one server`, formatPercentiles(within.delaysMs, 2)),
    infoRow(`${name}: to another server`, formatPercentiles(across.delaysMs, 2)),
    limitRow(`${name}: arrived at the other`, `${across.delaysMs.length} of ${sent}`, {
      beside: "all",
      holds: across.delaysMs.length === sent,
    }),
    limitRow(`${name}: delay added by the way to the other, p50`, `${more(0.5).toFixed(2)} ms`, {
      beside: `<= ${MORE_P50_MS} ms`,
      holds: more(0.5) <= MORE_P50_MS,
    }),
    limitRow(`${name}: delay added by the way to the other, p95`, `${more(0.95).toFixed(2)} ms`, {
      beside: `<= ${MORE_P95_MS} ms`,
      holds: more(0.95) <= MORE_P95_MS,
    }),
    infoRow(`commits of ${WRITES_PER_SECOND}/s: alone`, formatPercentiles(alone, 2)),
    infoRow(`commits of ${WRITES_PER_SECOND}/s: beside ${name}`, formatPercentiles(beside, 2)),
  ];
}

async function sendEvents(
  senders: readonly { socket: WebSocket; channel: string }[],
  seconds: number,
): Promise<void> {
  const startedAt = performance.now();
  const everyMs = 1000 / (senders.length * PER_SENDER);
  const count = senders.length * PER_SENDER * seconds;
  for (let sent = 0; sent < count; sent += 1) {
    const sender = senders[sent % senders.length];
    const data = `sent${process.hrtime.bigint()}sent${"x".repeat(200)}`;
    sender?.socket.send(JSON.stringify({ event: "client-b", channel: sender.channel, data }));
    const aheadMs = startedAt + (sent + 1) * everyMs - performance.now();
    if (aheadMs > 1) {
      await new Promise((resolve) => setTimeout(resolve, aheadMs));
    }
  }
}

/** Commits events of calls at a steady rate, each to one of ten stations, and times each commit. */
async function writeCalls(db: Db, seconds: number): Promise<number[]> {
  const stations = Array.from({ length: 10 }, () => randomUUID());
  for (const [n, id] of stations.entries()) {
    await sql`insert into station (id, call_sign, name) values
      (${id}, ${`${n}${id.slice(0, 4).toUpperCase()}`}, 'Bench')`.execute(db);
  }
  const delaysMs: number[] = [];
  const commits: Promise<void>[] = [];
  for (let n = 0; n < WRITES_PER_SECOND * seconds; n += 1) {
    const startedAt = performance.now();
    const commit = db.transaction().execute(async (trx) => {
      await publish(trx, stations[n % 10] ?? "", { type: "station.telephony", state: "up" });
    });
    commits.push(commit.then(() => void delaysMs.push(performance.now() - startedAt)));
    await new Promise((resolve) => setTimeout(resolve, 1000 / WRITES_PER_SECOND));
  }
  await Promise.all(commits);
  return delaysMs;
}

async function measureKill(here: HubProcess, there: HubProcess): Promise<Row> {
  let removed = 0;
  const { promise, done } = aSignal();
  const observer = await connect(here, (text) => {
    removed += text.includes("member_removed") ? 1 : 0;
    if (removed === MEMBERS) {
      done();
    }
  });
  await observer.join("presence-bench", "observer");
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, () => connect(there, () => undefined)),
  );
  await Promise.all(members.map((member, n) => member.join("presence-bench", `member${n}`)));
  const killedAt = performance.now();
  there.child.kill("SIGKILL");
  await promise;
  const ms = performance.now() - killedAt;
  observer.socket.terminate();
  return limitRow(`${MEMBERS} members of a killed server are removed`, `${ms.toFixed(0)} ms`, {
    beside: `<= ${GONE_MS} ms`,
    holds: ms <= GONE_MS,
  });
}

function aSignal(): { promise: Promise<void>; done: () => void } {
  let done: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (done = resolve));
  return { promise, done };
}
