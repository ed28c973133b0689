import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

import { WebSocketServer } from "ws";

import { createHub, type Hub } from "@linedesk/hub";
import { percentile, formatPercentiles } from "./support/percentiles.ts";
import { type Bench, limitRow, type Row, infoRow } from "./support/row.ts";

interface Way {
  name: string;
  send: (text: string) => void;
}
interface Measured {
  name: string;
  delaysMs: number[];
}

const SOCKETS = 500;
const AIM = 1.3;
const payload = "x".repeat(300);

/** Sends to 500 sockets of another process, in turn from the hub and from a bare broadcast. */
export const run: Bench = async (options) => {
  // The measurements together take this time.
  const seconds = options.seconds ?? 20;
  const hub = createHub({ keys: { appId: "bench", key: "bench", secret: "bench" } });
  const bare = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer();
  const port = await listen(server, hub, bare);
  const child = fork(fileURLToPath(new URL("hub-fanout-listeners.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
  });
  try {
    await openSockets(child, { url: `ws://127.0.0.1:${port}/bare`, subscribe: null });
    const url = `ws://127.0.0.1:${port}/app/bench?protocol=7`;
    await openSockets(child, { url, subscribe: "bench" });
    const rows: Row[] = [];
    for (const perSecond of [10, 50]) {
      rows.push(...(await measure({ hub, bare, child, perSecond, seconds })));
    }
    return rows;
  } finally {
    child.kill();
    for (const client of bare.clients) {
      client.terminate();
    }
    await hub.close();
    server.close();
  }
};

async function listen(server: Server, hub: Hub, bare: WebSocketServer): Promise<number> {
  hub.attach(server);
  server.on("upgrade", (request, socket, head) => {
    if (request.url !== "/bare") {
      return;
    }
    bare.handleUpgrade(request, socket, head, (client) => bare.emit("connection", client));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function openSockets(
  child: ChildProcess,
  target: { url: string; subscribe: string | null },
): Promise<void> {
  const opened = once(child, "message");
  child.send({ type: "open", count: SOCKETS, ...target });
  await opened;
}

interface Measuring {
  hub: Hub;
  bare: WebSocketServer;
  child: ChildProcess;
  perSecond: number;
  seconds: number;
}

async function measure(setting: Measuring): Promise<Row[]> {
  const { hub, bare, child, perSecond, seconds } = setting;
  const ways: Way[] = [
    {
      name: "bare ws broadcast",
      send: (text) => {
        const frame = Buffer.from(JSON.stringify({ event: "e", channel: "bench", data: text }));
        for (const client of bare.clients) {
          client.send(frame, { binary: false });
        }
      },
    },
    {
      name: "hub",
      send: (text) => hub.trigger({ channels: "bench", name: "e", data: text }),
    },
  ];
  const everyMs = 1000 / perSecond;
  const count = Math.max(5, Math.round((seconds * 1000) / 2 / everyMs));
  for (let sent = 0; sent < count; sent += 1) {
    // Taking turns exposes both methods to the same load of the machine.
    for (const [index, way] of ways.entries()) {
      way.send(`way${index}sent${process.hrtime.bigint()}sent${payload}`);
      await new Promise((resolve) => setTimeout(resolve, everyMs / ways.length));
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  return report(await collect(child, ways, count), perSecond);
}

async function collect(
  child: ChildProcess,
  ways: readonly Way[],
  count: number,
): Promise<Measured[]> {
  const answer = once(child, "message");
  child.send({ type: "report" });
  const [{ delaysMs }] = (await answer) as [{ delaysMs: number[][] }];
  return ways.map(({ name }, index) => {
    const own = delaysMs[index] ?? [];
    if (own.length === count * SOCKETS) {
      return { name, delaysMs: own };
    }
    throw new Error(`${name}: ${own.length} of ${count * SOCKETS} messages arrived`);
  });
}

function report(ways: readonly Measured[], perSecond: number): Row[] {
  const name = `hub fan-out, ${SOCKETS} sockets, ${perSecond}/s`;
  const rows = ways.map((way) =>
    infoRow(`${name}: ${way.name}`, formatPercentiles(way.delaysMs, 2)),
  );
  const [bare = 0, hub = 0] = ways.map((way) => percentile(way.delaysMs, 0.95));
  const ratio = hub / bare;
  return [
    ...rows,
    limitRow(`${name}: hub p95 / bare p95`, ratio.toFixed(2), {
      beside: `<= ${AIM}`,
      holds: ratio <= AIM,
    }),
  ];
}
