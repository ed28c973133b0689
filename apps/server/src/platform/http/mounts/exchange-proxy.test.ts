import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { text } from "node:stream/consumers";

import { expect, onTestFinished, test } from "vitest";

import { ExchangeProxy } from "./exchange-proxy.ts";

const UPGRADE = "GET /signal HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";

async function aPort(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("a tunnel ends when its client reads nothing after the exchange has closed it", async () => {
  const exchange = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.alloc(16 * 1024 * 1024)));
  });
  const proxy = new ExchangeProxy({
    exchangeUrl: `http://127.0.0.1:${await aPort(exchange)}`,
    root: "",
    isOwnOrigin: () => true,
    resolveClientAddress: () => "192.0.2.1",
    log: { debug: () => undefined } as never,
    stalledMs: 200,
  });
  const front = createHttpServer();
  front.on("upgrade", (request, socket, head) => proxy.upgrade(request, socket, head));
  const client = connect(await aPort(front), "127.0.0.1");
  client.on("error", () => undefined);
  onTestFinished(() => void client.destroy());
  client.pause();

  client.write(UPGRADE);
  await expect.poll(() => proxy.socketCount).toBe(1);

  await expect.poll(() => proxy.socketCount, { timeout: 5_000 }).toBe(0);
});

/** Returns a proxy whose exchange is away, a client with a pending upgrade, and the exchange's port. */
async function aWaitingClient({ restartMs }: { restartMs: number }) {
  const gone = createServer();
  const port = await aPort(gone);
  gone.close();
  await once(gone, "close");
  const proxy = new ExchangeProxy({
    exchangeUrl: `http://127.0.0.1:${port}`,
    root: "",
    isOwnOrigin: () => true,
    resolveClientAddress: () => "192.0.2.1",
    log: { debug: () => undefined } as never,
    restartMs,
  });
  const front = createHttpServer();
  front.on("upgrade", (request, socket, head) => proxy.upgrade(request, socket, head));
  const client = connect(await aPort(front), "127.0.0.1");
  client.on("error", () => undefined);
  onTestFinished(() => void client.destroy());
  client.write(UPGRADE);
  await expect.poll(() => proxy.socketCount).toBe(1);
  return { client, port, proxy };
}

test("a client that connects while the exchange restarts is connected when the exchange is back", async () => {
  const { client, port } = await aWaitingClient({ restartMs: 30_000 });

  const exchange = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
  }).listen(port, "127.0.0.1");
  onTestFinished(() => void exchange.close());

  expect(await text(client)).toMatch(/^HTTP\/1.1 101 /);
});

test("a client is refused with 503 when the exchange does not come back in time", async () => {
  const { client } = await aWaitingClient({ restartMs: 200 });

  expect(await text(client)).toMatch(/^HTTP\/1.1 503 /);
});

test("a client that leaves while the exchange restarts is forgotten", async () => {
  const { client, proxy } = await aWaitingClient({ restartMs: 30_000 });

  client.resetAndDestroy();

  await expect.poll(() => proxy.socketCount).toBe(0);
});
