import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";

import { createHub, type HubOptions } from "../src/index.ts";
import { sign } from "../src/protocol/sign.ts";

const keys = { appId: "linedesk", key: "app-key", secret: "app-secret" };

async function aHub(options: Partial<HubOptions> = {}) {
  const hub = createHub({ keys, ...options });
  const server = createServer();
  hub.attach(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    await hub.close();
    server.closeAllConnections();
    server.close();
  });
  function countConnections(): Promise<number> {
    return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  }
  return { hub, port: (server.address() as AddressInfo).port, countConnections };
}

async function openSocket(port: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/app-key?protocol=7`);
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  return socket;
}

test("[HB38] one socket beyond the limit of an address gets 4100, and the end of a socket makes space", async () => {
  const { port, hub } = await aHub({
    limits: { connectionsPerAddress: 2 },
    sockets: { addressOf: () => "192.0.2.1" },
  });
  const [first] = await Promise.all([openSocket(port), openSocket(port)]);

  const [code] = (await once(await openSocket(port), "close")) as [number];
  first?.terminate();
  await expect.poll(() => hub.stats().connections).toBe(1);
  const next = await openSocket(port);
  await expect.poll(() => hub.stats().connections).toBe(2);

  expect(code).toBe(4100);
  expect(next.readyState).toBe(WebSocket.OPEN);
});

test.each(["ping", "pong"] as const)(
  "[HB38] a socket's own %ss count as its frames, and too many are closed with 4100",
  async (kind) => {
    const { port, hub } = await aHub({ limits: { framesPerSecond: 1, framesBurst: 50 } });
    const [flood, calm] = await Promise.all([openSocket(port), openSocket(port)]);
    let answered = 0;
    flood.on("pong", () => (answered += 1));
    const closed = once(flood, "close");
    for (let sent = 0; sent < 2_000; sent += 1) {
      flood[kind]("x".repeat(100));
    }
    calm[kind]();
    const [code] = (await closed) as [number];

    expect(code).toBe(4100);
    expect(answered).toBeLessThanOrEqual(51);
    await expect.poll(() => hub.stats().connections).toBe(1);
    expect(calm.readyState).toBe(WebSocket.OPEN);
  },
);

test("a socket that sent Close is ended at once, even if the connection stays open", async () => {
  const { port, hub, countConnections } = await aHub();
  const bob = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void bob.destroy());
  let received = "";
  bob.on("data", (data: Buffer) => (received += data.toString()));
  bob.write(handshake);
  await expect.poll(() => socketIdIn(received)).toBeDefined();
  const channel_data = JSON.stringify({ user_id: "bob" });
  const text = `${socketIdIn(received)}:presence-desk:${channel_data}`;
  const auth = `${keys.key}:${sign(keys.secret, text)}`;
  const data = { channel: "presence-desk", auth, channel_data };
  bob.write(maskedFrame(1, Buffer.from(JSON.stringify({ event: "pusher:subscribe", data }))));
  await expect.poll(() => hub.stats().channels).toBe(1);

  // The Close frame has code 1000; TCP itself does not end.
  bob.write(maskedFrame(8, Buffer.from([0x03, 0xe8])));
  await expect.poll(() => hub.stats()).toMatchObject({ connections: 0, channels: 0 });

  expect(bob.destroyed).toBe(false);
  await expect.poll(countConnections).toBe(0);
});

const handshake = [
  "GET /app/app-key?protocol=7 HTTP/1.1",
  "Host: 127.0.0.1",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  "",
  "",
].join("\r\n");

function socketIdIn(frames: string): string | undefined {
  return /socket_id\\":\\"([\d.]+)/.exec(frames)?.[1];
}

function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const length =
    payload.length < 126
      ? [0x80 | payload.length]
      : [0x80 | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length, 0, 0, 0, 0]), payload]);
}
