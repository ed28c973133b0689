import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import { expect, test } from "vitest";

import { createAddressPolicy } from "@linedesk/base";
import { createNodeHttpSender } from "../../src/webhooks/node-http-sender.ts";

const SOCKETS_PER_HOST = 64;
const CONNECT_MS = 100;

test("[XW42] the connect timeout of a request does not run while the request waits for a free socket", async () => {
  const held: ServerResponse[] = [];
  let areAllHeld: () => void = () => undefined;
  const allHeld = new Promise<void>((resolve) => (areAllHeld = resolve));
  const server = createServer((_, response) => {
    held.push(response);
    if (held.length === SOCKETS_PER_HOST) {
      areAllHeld();
    } else if (held.length > SOCKETS_PER_HOST) {
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sender = createNodeHttpSender({ isAllowedAddress: createAddressPolicy(["127.0.0.1"]) });
  const limits = { connectTimeoutMs: CONNECT_MS, readTimeoutMs: 60_000, totalTimeoutMs: 60_000 };
  const request = { url, method: "POST", headers: {}, body: "", maxBytes: 1_000, ...limits };
  try {
    const sent = Array.from({ length: SOCKETS_PER_HOST + 1 }, () =>
      sender.send({ ...request, method: "POST", sendsSni: true }),
    );
    await allHeld;
    await wait(2 * CONNECT_MS);
    held.forEach((response) => response.end());

    const replies = await Promise.all(sent);
    expect(replies.map(({ status }) => status)).toEqual(sent.map(() => 200));
  } finally {
    sender.close();
    server.closeAllConnections();
    server.close();
  }
});
