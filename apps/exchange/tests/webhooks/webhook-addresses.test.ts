import http from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type AddressLookup, createAddressPolicy, createUrlPolicy } from "@linedesk/base";
import { createNodeHttpSender } from "../../src/webhooks/node-http-sender.ts";
import { WebhookClient } from "../../src/webhooks/webhook-client.ts";
import { WebhookError } from "../../src/webhooks/webhook-error.ts";

let server: http.Server;
let port = 0;
let seen: string[] = [];
const evil = "evil.test";
const good = "named.test";
/** The successive DNS answers for each name; the last one is repeated. */
const names = new Map<string, string[][]>();
let lookups: string[] = [];
let guarded: ReturnType<typeof createNodeHttpSender>;
let client: WebhookClient;
const dns: AddressLookup = (hostname, _options, callback) => {
  lookups.push(hostname);
  const answers = names.get(hostname) ?? [];
  const found = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  callback(
    null,
    found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  );
};

beforeEach(async () => {
  lookups = [];
  seen = [];
  names.clear();
  server = http.createServer((request, response) => {
    seen.push(request.url ?? "");
    response.setHeader("content-type", "text/xml").end("<Response/>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
  guarded = createNodeHttpSender({ isAllowedAddress: createAddressPolicy(["*", good]), dns });
  client = new WebhookClient({
    send: guarded.send,
    policy: createUrlPolicy(["*"]),
    authToken: "12345",
  });
});
afterEach(async () => {
  guarded.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function errorOf(request: Promise<unknown>): Promise<WebhookError> {
  const error: unknown = await request.catch((reason: unknown) => reason);
  if (error instanceof WebhookError) {
    return error;
  }
  throw error;
}

async function ask(host: string, path = "/in#rc=3&rp=all"): Promise<unknown> {
  const url = `http://${host}:${port}${path}`;
  return client.request({ url, method: "POST", params: {} });
}

test.each([
  ["a private address", [["127.0.0.1"]]],
  ["a private address among others", [["203.0.113.7", "127.0.0.1"]]],
  ["a private address in IPv6 notation", [["::ffff:127.0.0.1"]]],
  ["the address at which clouds serve their secrets", [["169.254.169.254"]]],
])(
  "[XW18] a host name that resolves to %s is not requested, and not tried again",
  async (_what, answers) => {
    names.set(evil, answers);

    const error = await errorOf(ask(evil));

    expect(error).toMatchObject({ twilioCode: 21205, isRetryable: false, isUnreachable: false });
    expect(lookups).toEqual([evil]);
    expect(seen).toEqual([]);
  },
);

test.each(["127.0.0.1", "[::1]", "[::ffff:7f00:1]", "2130706433", "0x7f.1", "0.0.0.0"])(
  "[XW18] the private address %s is not requested",
  async (host) => {
    const error = await errorOf(ask(host));

    expect(error.twilioCode).toBe(21205);
    expect(seen).toEqual([]);
  },
);

test("[XW18] the request goes to the checked address, and the name is resolved only once", async () => {
  names.set(good, [["127.0.0.1"], ["203.0.113.1"]]);

  await ask(good);
  await ask(good, "/again");

  expect(lookups).toEqual([good]);
  expect(seen).toEqual(["/in", "/again"]);
});

test("[XW18] the address is checked for each connection", async () => {
  names.set(evil, [["203.0.113.1"], ["127.0.0.1"]]);
  const first = await errorOf(ask(evil, "/in#ct=100&rc=0"));

  const second = await errorOf(ask(evil));

  // The policy accepts the first address, which is public. The request to it may fail for another
  // reason.
  expect(first.twilioCode).not.toBe(21205);
  expect(second.twilioCode).toBe(21205);
  expect(seen).toEqual([]);
});
