import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";

import type { Connection, HubSocket } from "../app/connection.ts";
import { silentLogger } from "../app/logger.ts";
import { AddressShares } from "./address-shares.ts";
import { Upgrades } from "./upgrades.ts";

test("[HB35] a frame that causes an error ends only its own socket, and is logged", async () => {
  const errors: unknown[] = [];
  const server = createServer();
  const upgrades = new Upgrades({
    logger: { ...silentLogger, error: (line) => errors.push(line) },
    maxFrameBytes: 10_000,
    isOriginAllowed: () => true,
    addressOf: () => null,
    shares: new AddressShares(10),
    refusal: () => null,
    open: (socket: HubSocket) => {
      const closeAs = (code: number, why: string) => socket.close(code, why);
      return { closeAs, handleGone: () => undefined } as unknown as Connection;
    },
    handleText: (_connection, text) => {
      if (text === "broken") {
        throw new RangeError("Maximum call stack size exceeded");
      }
    },
  });
  server.on("upgrade", (request, socket, head) => upgrades.handle(request, socket, head));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    await upgrades.close(0);
    server.close();
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/app/key`;
  const [mallory, alice] = [new WebSocket(url), new WebSocket(url)];
  await Promise.all([once(mallory, "open"), once(alice, "open")]);

  alice.send("fine");
  mallory.send("broken");
  const [code] = (await once(mallory, "close")) as [number];

  expect(code).toBe(1008);
  expect(errors).toMatchObject([{ err: expect.any(RangeError) }]);
  expect(alice.readyState).toBe(WebSocket.OPEN);
});
