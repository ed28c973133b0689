import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

import { expect, test } from "vitest";

import { findFreePort } from "./find-free-port.ts";

test("a free port lies below those of connections, and takes a server and a socket", async () => {
  const port = await findFreePort();
  const server = createServer().listen(port, "127.0.0.1");
  const socket = createSocket("udp4").bind(port + 1, "127.0.0.1");
  await Promise.all([once(server, "listening"), once(socket, "listening")]);
  server.close();
  socket.close();

  const others = await Promise.all(Array.from({ length: 50 }, () => findFreePort()));
  expect(new Set([port, ...others]).size).toBe(51);
  expect(port % 2).toBe(0);
  expect(port).toBeGreaterThanOrEqual(10_000);
  expect(port).toBeLessThan(20_000);
});
