import https from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createNodeHttpSender } from "../../src/webhooks/node-http-sender.ts";
import { createAddressPolicy, createUrlPolicy } from "../../src/webhooks/url-policy.ts";
import { WebhookClient } from "../../src/webhooks/webhook-client.ts";
import { Cleanup } from "../support/sip-support.ts";
import { tlsMaterial } from "../support/tls-material.ts";

const NAME = "application.test";
const cleanup = new Cleanup();
let client: WebhookClient;
let port = 0;
/** The name that each connection told, null where it told none. */
let told: (string | null)[] = [];

beforeEach(async () => {
  told = [];
  const { cert, key } = tlsMaterial(cleanup.folder(), NAME);
  const server = https.createServer({ cert, key }, (request, response) => {
    const { servername } = request.socket as TLSSocket & { servername: string | false };
    told.push(servername === false ? null : servername);
    response.setHeader("content-type", "text/xml").end("<Response/>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanup.add(() => {
    server.closeAllConnections();
    server.close();
  });
  ({ port } = server.address() as AddressInfo);
  const sender = createNodeHttpSender({
    isAllowedAddress: createAddressPolicy(["*", NAME, "other.test"]),
    dns: (_hostname, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]),
    ca: cert,
  });
  cleanup.add(() => sender.close());
  const policy = createUrlPolicy(["*"]);
  client = new WebhookClient({ send: sender.send, policy, authToken: "12345" });
});
afterEach(() => cleanup.run());

const ask = (fragment: string, host = NAME) =>
  client.request({ url: `https://${host}:${port}/in${fragment}`, method: "POST", params: {} });

test.each([
  ["", NAME],
  ["#sni=y", NAME],
  ["#sni=n", null],
  ["#sni=perhaps&e=sydney", NAME],
])("[XW50] with %j the server is told %j", async (fragment, name) => {
  await ask("");
  const { status } = await ask(fragment);

  expect([status, told]).toEqual([200, [NAME, name]]);
});

test.each(["#sni=y", "#sni=n"])("[XW50] with %s a wrong certificate is refused", async (sni) => {
  await expect(ask(sni, "other.test")).rejects.toMatchObject({ twilioCode: 11200 });

  expect(told).toEqual([]);
});
