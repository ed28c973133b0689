import https from "node:https";
import { type AddressInfo, createServer } from "node:net";
import type { TLSSocket } from "node:tls";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type AddressLookup, createAddressPolicy, createUrlPolicy } from "@linedesk/base";
import { createNodeHttpSender } from "../../src/webhooks/node-http-sender.ts";
import { WebhookClient } from "../../src/webhooks/webhook-client.ts";
import { Cleanup } from "../support/sip-support.ts";
import { expiredMaterial, tlsMaterial, type TlsMaterial } from "../support/tls-material.ts";
import { catchError } from "./webhook-receiver.ts";

const NAME = "application.test";
const policy = createUrlPolicy(["*"]);
const dns: AddressLookup = (_hostname, _options, callback) =>
  callback(null, [{ address: "127.0.0.1", family: 4 }]);
const cleanup = new Cleanup();
let client: WebhookClient;
let port = 0;
/** The server name (SNI) of each connection; `null` without one. */
let serverNames: (string | null)[] = [];

beforeEach(async () => {
  serverNames = [];
  const { cert, key } = tlsMaterial(cleanup.folder(), NAME);
  const server = https.createServer({ cert, key }, (request, response) => {
    const { servername } = request.socket as TLSSocket & { servername: string | false };
    serverNames.push(servername === false ? null : servername);
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
    dns,
    ca: cert,
  });
  cleanup.add(() => sender.close());
  client = new WebhookClient({ send: sender.send, policy, authToken: "12345" });
});
afterEach(() => cleanup.run());

function ask(fragment: string, host = NAME) {
  return client.request({
    url: `https://${host}:${port}/in${fragment}`,
    method: "POST",
    params: {},
  });
}

test.each([
  ["", NAME],
  ["#sni=y", NAME],
  ["#sni=n", null],
  ["#sni=perhaps&e=sydney", NAME],
])("[XW42] with the fragment %j the server gets the name %j", async (fragment, name) => {
  await ask("");
  const { status } = await ask(fragment);

  expect([status, serverNames]).toEqual([200, [NAME, name]]);
});

test.each(["#sni=y", "#sni=n"])(
  "[XW42] [XW76] with %s a certificate of another name is refused",
  async (sni) => {
    await expect(ask(sni, "other.test")).rejects.toMatchObject({ twilioCode: 11235 });

    expect(serverNames).toEqual([]);
  },
);

/** Connects to a server with a certificate other than the trusted one. */
async function askOther(material: TlsMaterial, trusted: string) {
  const server = https.createServer(material, (_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanup.add(() => server.close());
  const sender = createNodeHttpSender({ isAllowedAddress: () => true, dns, ca: trusted });
  cleanup.add(() => sender.close());
  const other = new WebhookClient({ send: sender.send, policy, authToken: "12345" });
  const port = (server.address() as AddressInfo).port;
  return catchError(other.request({ url: `https://${NAME}:${port}/`, method: "POST", params: {} }));
}

test("[XW76] an untrusted or expired certificate has its own code and does not count as unavailability", async () => {
  const good = tlsMaterial(cleanup.folder(), NAME);
  const old = expiredMaterial(cleanup.folder(), NAME);

  const untrusted = await askOther(good, old.cert);
  const expired = await askOther(old, old.cert);

  expect(untrusted).toMatchObject({ twilioCode: 11237, isUnreachable: false });
  expect(expired).toMatchObject({ twilioCode: 11236, isUnreachable: false });
});

test("[XW76] a port without TLS causes 11220 and does not count as unavailability", async () => {
  const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanup.add(() => server.close());
  ({ port } = server.address() as AddressInfo);

  await expect(ask("")).rejects.toMatchObject({ twilioCode: 11220, isUnreachable: false });
});
