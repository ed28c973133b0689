import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect as dial } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer, type SecureVersion } from "node:tls";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { relayLogin } from "../../src/directory/media-relay.ts";
import { tlsMaterial } from "../support/tls-material.ts";
import { hasIpv6Loopback, outerAddress } from "./own-addresses.ts";
import { TurnClient, type Login } from "./turn-client.ts";
import { secret, Turnserver } from "./turnserver.ts";

const FORBIDDEN = 403;
const UNAUTHORISED = 401;
const QUOTA_REACHED = 486;
const USER_QUOTA = 8;

let relay: Turnserver;
const clients: TurnClient[] = [];

const folder = mkdtempSync(join(tmpdir(), "linedesk-tls-"));

beforeAll(async () => {
  relay = await Turnserver.start();
});
afterAll(async () => {
  // All clients close at the end. If a client closed earlier, a later client could get its port and
  // its allocation.
  for (const client of clients) {
    client.close();
  }
  await relay?.close();
  rmSync(folder, { recursive: true, force: true });
});

function inAnHour() {
  return Math.floor(Date.now() / 1000) + 3600;
}
function aLogin(until = inAnHour(), by = secret): Login {
  return relayLogin({ urls: [], secret: by }, until);
}

function aClient(login = aLogin()): TurnClient {
  const client = new TurnClient(relay.port, login);
  clients.push(client);
  return client;
}

describe("coturn with deploy/coturn/turnserver.conf", () => {
  test("[XM116] relays to the exchange's address", async ({ skip }) => {
    if (outerAddress === null) {
      return skip("this machine has no address beside loopback");
    }
    const client = aClient();

    expect(await client.allocate()).toBe(0);
    expect(await client.permit(outerAddress)).toBe(0);
  });

  test.each([
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "8.8.8.8",
  ])("[XM116] ASVS 17.1.1: relays nothing to the IPv4 address %s", async (peer) => {
    const client = aClient();
    expect(await client.allocate()).toBe(0);

    expect(await client.permit(peer)).toBe(FORBIDDEN);
  });

  test.for([
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::10.0.0.1",
    "2002:a00:1::1",
    "fc00::1",
    "fd00::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "2001:4860:4860::8888",
  ])("[XM116] ASVS 17.1.1: relays nothing to the IPv6 address %s", async (peer, { skip }) => {
    if (!hasIpv6Loopback) {
      return skip("this machine has no IPv6");
    }
    const client = aClient();
    expect(await client.allocate("IPv6")).toBe(0);

    expect(await client.permit(peer)).toBe(FORBIDDEN);
  });

  test.each<[string, () => Login]>([
    ["has expired", () => aLogin(Math.floor(Date.now() / 1000) - 60)],
    ["was made with another secret", () => aLogin(inAnHour(), "another-secret-of-somebody")],
    [
      "has a time other than the signed one",
      () => ({ ...aLogin(), username: `${inAnHour() + 9}:a` }),
    ],
    ["has no time", () => ({ username: "linedesk", password: secret })],
  ])("[XM73] refuses a login that %s", async (_what, login) => {
    expect(await aClient(login()).allocate()).toBe(UNAUTHORISED);
  });

  test("[XM116] ASVS 17.1.2: limits the allocations of one login, and another login gets its own", async () => {
    const login = aLogin();
    const allocated = [];
    for (let n = 0; n < USER_QUOTA; n += 1) {
      allocated.push(await aClient(login).allocate());
    }

    expect(new Set(allocated)).toEqual(new Set([0]));
    expect(await aClient(login).allocate()).toBe(QUOTA_REACHED);
    expect(await aClient().allocate()).toBe(0);
  });

  test("[XM116] speaks TLS 1.2, and does not answer a client of 1.1", async () => {
    const old = speakTls(relay.tlsPort, "TLSv1.1");
    const today = speakTls(relay.tlsPort, "TLSv1.2");

    expect(await today.spoken).toBe("TLSv1.2");
    // The packets of the old client came first, so an answer to them would have arrived by now.
    expect(old.bytesReceived()).toBe(0);
    old.close();
    today.close();
  });
});

test("[XM116] the client of TLS 1.1 in this file reaches a server that allows TLS 1.1", async () => {
  const server = createServer({ ...tlsMaterial(folder, "old.test"), ...ancient });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const old = speakTls((server.address() as AddressInfo).port, "TLSv1.1");

  expect(await old.spoken).toBe("TLSv1.1");
  expect(old.bytesReceived()).toBeGreaterThan(0);
  old.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Allows TLS 1.1, which the defaults of current systems no longer offer. */
const ancient = { minVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;

function speakTls(port: number, version: SecureVersion) {
  // The TCP socket is our own, because a TLS socket does not count the bytes of a handshake.
  const wire = dial(port, "127.0.0.1");
  const socket = connect({
    socket: wire,
    rejectUnauthorized: false,
    ...ancient,
    minVersion: version,
    maxVersion: version,
  });
  socket.on("error", () => undefined);
  return {
    spoken: new Promise((resolve) => {
      socket.once("secureConnect", () => resolve(socket.getProtocol()));
    }),
    bytesReceived: () => wire.bytesRead,
    close: () => void socket.destroy(),
  };
}
