import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

import { expect, test } from "vitest";

import { findFreePort } from "./find-free-port.ts";

test("a free port is below the ephemeral range, accepts a server and a socket, and is not returned again", async () => {
  const port = await findFreePort();
  const server = createServer().listen(port, "127.0.0.1");
  const socket = createSocket("udp4").bind(port + 1, "127.0.0.1");
  await Promise.all([once(server, "listening"), once(socket, "listening")]);
  server.close();
  socket.close();

  const found = new Set([port]);
  for (let count = 1; count < 300; count += 1) {
    found.add(await findFreePort());
  }
  expect(found.size).toBe(300);
  expect(port % 2).toBe(0);
  expect(port).toBeGreaterThanOrEqual(10_000);
  expect(port).toBeLessThan(20_000);
});

test("the port that browsers refuse is not returned", async () => {
  const other = await findFreePort();
  const chosen = [10_080, other + 2];

  const port = await findFreePort("127.0.0.1", () => chosen.shift() ?? other + 4);

  expect(port).not.toBe(10_080);
  expect(chosen.length).toBeLessThan(2);
});
