import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createTools } from "../../src/dev/standalone/create-tools.ts";
import { startExchange } from "../../src/index.ts";
import { eventually, testConfig } from "../support/booted-exchange.ts";
import { FeedReader } from "./feed-reader.ts";
import { startStandalone, type StandaloneExchange } from "./standalone-exchange.ts";

let alone: StandaloneExchange;

beforeAll(async () => {
  alone = await startStandalone();
});
afterAll(async () => {
  await alone?.close();
});

function sampleUrl() {
  return alone.ready.sample?.url ?? "";
}

/** What a page elsewhere, or a program of any kind, gets; `Host` as it says. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** Null where there is no room for one more. */
async function openFeed(): Promise<FeedReader | null> {
  const status = await statusOf(`${alone.ready.inspectorUrl}/feed`, {});
  return status === 200 ? await FeedReader.open(alone.ready.inspectorUrl) : null;
}

describe("who may read", () => {
  test("refuses pages of other origins, and of a machine that was renamed", async () => {
    const { inspectorUrl } = alone.ready;
    const own = inspectorUrl.replace("http://", "");

    expect(await statusOf(`${inspectorUrl}/feed`, { Origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(`${inspectorUrl}/feed`, { "Sec-Fetch-Site": "cross-site" })).toBe(403);
    expect(await statusOf(`${inspectorUrl}/feed`, { Host: "evil.example" })).toBe(403);
    expect(await statusOf(`${inspectorUrl}/`, { Origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(`${inspectorUrl}/feed`, { Host: own })).toBe(200);
  });

  test("refuses the twenty-first reader, and serves the next one when others have gone", async () => {
    const feeds: FeedReader[] = [];
    for (let i = 0; i < 20; i += 1) {
      feeds.push(await FeedReader.open(alone.ready.inspectorUrl));
    }
    const refused = await statusOf(`${alone.ready.inspectorUrl}/feed`, {});
    for (const one of feeds) {
      one.close();
    }

    expect(refused).toBe(503);
    const feed = await eventually(openFeed, (one) => one !== null, 20_000);
    await feed?.until("the snapshot", ({ events }) => events[0]?.type === "snapshot");
    feed?.close();
  });
});

describe("the inspector's port", () => {
  test("is closed where it is off, and where the exchange has no tools", async () => {
    for (const options of [{ tools: createTools({ inspector: null }) }, {}]) {
      const exchange = await startExchange(testConfig(), options);

      expect(exchange.inspectorUrl).toBeNull();
      await exchange.close();
    }
  });

  test("asks for the account beyond loopback", async () => {
    const tools = createTools({ inspector: { host: "0.0.0.0", port: 0 } });
    const exchange = await startExchange(testConfig(), { tools });
    const { sid, authToken } = exchange.account;
    const pair = Buffer.from(`${sid}:${authToken}`).toString("base64");
    const url = exchange.inspectorUrl ?? "";

    expect(await statusOf(`${url}/`, {})).toBe(401);
    expect(await statusOf(`${url}/feed`, {})).toBe(401);
    expect(await statusOf(`${url}/feed`, { Authorization: `Basic ${pair}` })).toBe(200);
    await exchange.close();
  });
});

describe("readers who do not read", () => {
  test("are cut off, and nothing is kept for them", async () => {
    const tools = createTools({ inspector: { host: "127.0.0.1", port: 0 } });
    const exchange = await startExchange(testConfig(), { tools });
    const url = `${exchange.inspectorUrl ?? ""}/feed`;
    const { hostname, port } = new URL(url);
    const slow = Array.from({ length: 20 }, () => connect(Number(port), hostname).pause());
    for (const socket of slow) {
      socket.on("error", () => socket.destroy());
      socket.write(`GET /feed HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    }
    await eventually(
      () => statusOf(url, {}),
      (status) => status === 503,
      60_000,
    );
    const flood = createSocket("udp4");
    const datagram = Buffer.from(`OPTIONS sip:x SIP/2.0\r\nX: ${"y".repeat(5_000)}\r\n\r\n`);

    await eventually(
      async () => {
        for (let i = 0; i < 50; i += 1) {
          flood.send(datagram, exchange.sip.port, hostname);
        }
        return await statusOf(url, {});
      },
      (status) => status === 200,
      45_000,
    );

    expect(await statusOf(`${exchange.url}/health`, {})).toBe(200);
    for (const socket of slow) {
      socket.destroy();
    }
    flood.close();
    await exchange.close();
  });
});

describe("the sample", () => {
  test("[XN10] keeps its number and application, and can be left out", async () => {
    const folder = mkdtempSync(join(tmpdir(), "linedesk-sample-"));
    const first = await startStandalone({ LINEDESK_DATA: folder });
    await first.close();
    const [again, without] = await Promise.all([
      startStandalone({ LINEDESK_DATA: folder }),
      startStandalone({ SAMPLE_PORT: "off" }),
    ]);

    expect(again.ready.sample).toMatchObject({
      phoneNumber: first.ready.sample?.phoneNumber,
      applicationSid: first.ready.sample?.applicationSid,
    });
    expect(without.ready.sample).toBeNull();
    await Promise.all([again.close(), without.close()]);
    rmSync(folder, { recursive: true });
  });

  test("gives no token to pages of other origins", async () => {
    const url = `${sampleUrl()}/token`;

    expect(await statusOf(url, { Origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(url, { Host: "evil.example" })).toBe(403);
    expect(await statusOf(`${url}?identity=a%20b`, {})).toBe(400);
  });

  test("the sample answers nobody but the exchange", async () => {
    const form = { method: "POST", body: new URLSearchParams({ CallSid: "CA1" }) };
    const signed = { ...form, headers: { "x-twilio-signature": "c2lnbmVk" } };

    expect((await fetch(`${sampleUrl()}/voice`, form)).status).toBe(403);
    expect((await fetch(`${sampleUrl()}/menu`, signed)).status).toBe(403);
    expect((await fetch(`${sampleUrl()}/status`, signed)).status).toBe(403);
  });
});
