import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type AddressInfo, type Server } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { ExchangeProxy } from "./exchange-proxy.ts";

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

  client.write("GET /signal HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
  await expect.poll(() => proxy.socketCount).toBe(1);

  await expect.poll(() => proxy.socketCount, { timeout: 5_000 }).toBe(0);
});
