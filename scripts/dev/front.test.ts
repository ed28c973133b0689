import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";

import { isServerPath, passRequest, passUpgrade } from "./front.ts";

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Creates a server behind the front that answers with the request, and echoes websockets. */
function aServer(): Server {
  const server = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (text: string) => response.write(`${text} `));
    request.on("end", () =>
      response.end(`${request.method} ${request.url} ${request.headers.host}`),
    );
  });
  new WebSocketServer({ server }).on("connection", (socket) =>
    socket.on("message", (data: Buffer) => socket.send(`back: ${data.toString()}`)),
  );
  return server;
}

async function aFront(port: number): Promise<number> {
  const to = { host: "127.0.0.1", port };
  const front = createServer((request, response) => void passRequest(to, request, response));
  front.on("upgrade", (request, socket, head) => void passUpgrade(to, request, { socket, head }));
  return listen(front);
}

test.each([
  ["/api/auth/session", true],
  ["/app/key?protocol=7", true],
  ["/signal", true],
  ["/sso/auth", true],
  ["/", false],
  ["/src/app/App.tsx", false],
  ["/application", false],
  ["/gallery", false],
])("%s belongs to the server: %s", (url, isServers) => {
  expect(isServerPath(url)).toBe(isServers);
});

test("a request keeps the host that the browser used, and a websocket reaches the server", async () => {
  const front = await aFront(await listen(aServer()));

  const answer = await fetch(`http://127.0.0.1:${front}/api/x`, { method: "POST", body: "hello" });
  const socket = new WebSocket(`ws://127.0.0.1:${front}/signal`);
  const message = new Promise((resolve) =>
    socket.once("message", (data: Buffer) => resolve(data.toString())),
  );
  socket.once("open", () => socket.send("hello"));

  expect(await answer.text()).toBe(`hello POST /api/x 127.0.0.1:${front}`);
  expect(await message).toBe("back: hello");
  socket.terminate();
});

test("a request waits for a server that restarts", async () => {
  const first = createServer();
  const port = await listen(first);
  const front = await aFront(port);
  await new Promise((resolve) => first.close(resolve));

  const answer = fetch(`http://127.0.0.1:${front}/api/x`);
  await listen(aServer(), port);

  expect((await answer).status).toBe(200);
});
