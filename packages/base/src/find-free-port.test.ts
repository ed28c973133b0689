import type * as crypto from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

import { expect, test, vi } from "vitest";

import { findFreePort } from "./find-free-port.ts";

const chosen = vi.hoisted((): number[] => []);
vi.mock("node:crypto", async (load) => {
  const real = await load<typeof crypto>();
  return {
    ...real,
    randomInt: (min: number, max: number) => chosen.shift() ?? real.randomInt(min, max),
  };
});

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
  chosen.push(10_080 / 2);

  expect(await findFreePort()).not.toBe(10_080);
  expect(chosen).toEqual([]);
});
