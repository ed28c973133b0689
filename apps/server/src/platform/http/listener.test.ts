import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

import { expect, onTestFinished, test } from "vitest";

import { createListener } from "./listener.ts";

async function aPort(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function send(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data: Buffer) => (answer += data.toString()));
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return answer;
}

test("[AP26] request headers have 10 s and a whole request 30 s, with and without TLS", async () => {
  const wanted = { headersTimeout: 10_000, requestTimeout: 30_000 };

  expect(createListener(null, () => undefined)).toMatchObject(wanted);
  expect(createListener({ cert: "", key: "" }, () => undefined)).toMatchObject(wanted);
});

test.each([
  ["half a head", "GET / HTTP/1.1\r\nHost: x\r\nX-"],
  ["half a body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf"],
  ["nothing", ""],
])("[AP26] a client that sends %s is answered 408 and disconnected", async (_what, text) => {
  const timeouts = { headersTimeout: 20, requestTimeout: 40, connectionsCheckingInterval: 10 };
  const server = createListener(
    null,
    (request, response) => {
      request.resume();
      request.on("end", () => response.end());
    },
    timeouts,
  );

  expect(await send(await aPort(server), text)).toMatch(/^HTTP\/1\.1 408 /);
});

async function askFor(answer: Buffer, stalledMs: number) {
  const slow = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 };
  const server = createListener(
    null,
    (_request, response) => response.end(answer),
    slow,
    stalledMs,
  );
  const port = await aPort(server);
  const served = once(server, "connection");
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined);
  onTestFinished(() => void client.destroy());
  client.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const [socket] = (await served) as [Socket];
  return { client, socket };
}

test("[AP68] a client that reads nothing of an answer is disconnected after 60 s", async () => {
  const { client, socket } = await askFor(Buffer.alloc(32 * 1024 * 1024), 200);
  client.pause();

  await once(socket, "close");

  expect(socket.bytesWritten).toBeGreaterThan(0);
  expect(createListener(null, () => undefined).timeout).toBe(60_000);
  expect(createListener({ cert: "", key: "" }, () => undefined).timeout).toBe(60_000);
});

test("[AP68] a client that reads slowly gets the whole answer", async () => {
  const big = Buffer.alloc(8 * 1024 * 1024);
  const { client } = await askFor(big, 2_000);
  let received = 0;
  client.on("data", (data: Buffer) => {
    received += data.length;
    client.pause();
    setTimeout(() => client.resume(), 20);
  });

  await once(client, "close");

  expect(received).toBeGreaterThan(big.length);
});
