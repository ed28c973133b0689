import { createSocket } from "node:dgram";
import { request } from "node:http";
import { connect } from "node:net";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { ring, VoiceClient } from "@linedesk/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startAlone, type Alone } from "./alone.ts";
import { eventually, testConfig } from "../support/booted-exchange.ts";
import { FeedReader } from "./feed-reader.ts";
import { startExchange } from "../../src/index.ts";

let alone: Alone;

beforeAll(async () => {
  alone = await startAlone();
});
afterAll(async () => {
  await alone?.close();
});

const tokenSchema = z.object({ token: z.string(), identity: z.string() });

async function tokenOf(sampleUrl: string): Promise<string> {
  const answer = await fetch(`${sampleUrl}/token`);
  return tokenSchema.parse(await answer.json()).token;
}

const sampleUrl = () => alone.ready.sample?.url ?? "";

/** What a page elsewhere, or a program of any kind, gets; `Host` as it says. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    asked.on("error", reject);
    asked.end();
  });
}

/** Null where there is no room for one more. */
async function openFeed(): Promise<FeedReader | null> {
  const status = await statusOf(`${alone.ready.inspectorUrl}/feed`, {});
  return status === 200 ? await FeedReader.open(alone.ready.inspectorUrl) : null;
}

describe("the exchange alone, looked into", () => {
  it("[XN5] [XN3] says one line of JSON, its log beside it, and no secret in either", async () => {
    const { said, variables } = alone;

    expect(said.out.trim().split("\n")).toHaveLength(1);
    expect(said.err).toContain("the exchange is ready");
    for (const name of ["TWILIO_AUTH_TOKEN", "TWILIO_API_SECRET"]) {
      expect(variables[name]).toMatch(/^[0-9a-f]{32}$/);
      expect(said.out + said.err).not.toContain(variables[name]);
    }
  });

  it("[XN4] keeps the account where its owner alone can read it", async () => {
    const { folder, variables } = alone;
    const path = join(folder, "exchange", "account.json");

    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({
      sid: variables["TWILIO_ACCOUNT_SID"],
      authToken: variables["TWILIO_AUTH_TOKEN"],
    });
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await stat(alone.ready.accountFile)).mode & 0o077).toBe(0);
  });

  it("[XN11] [XN21] [XN22] [XN24] [XN26] shows a call over SIP: states, webhooks, ladder, level", async () => {
    const feed = await FeedReader.open(alone.ready.inspectorUrl);
    const { sip, sample } = alone.ready;
    const listener = await ring({
      exchange: sip,
      to: sample?.phoneNumber ?? "",
      from: "+61491570006",
      sends: 440,
    });

    const call = await feed.until("the call", ({ calls }) =>
      [...calls.values()].find((one) => one.from === "+61491570006" && one.isLive),
    );
    await feed.until("the greeting", () => listener.hears(880, 400) > 0.02);
    const webhook = await feed.until("the webhook", ({ webhooks }) =>
      [...webhooks.values()].find((one) => one.callSid === call.sid && one.attempts[0]?.status),
    );
    await feed.until("the level", ({ events }) =>
      events.some(
        (event) =>
          event.type === "levels" &&
          event.levels.some((one) => one.callSid === call.sid && one.level > 0.01),
      ),
    );
    await listener.close();
    await feed.until("the end", ({ calls }) => calls.get(call.sid)?.status === "completed");
    await feed.until("the status callback", ({ webhooks }) =>
      [...webhooks.values()].some(
        (one) => one.about === "completed" && one.attempts[0]?.status === 204,
      ),
    );
    feed.close();

    const ladder = feed.sip.filter(({ callId }) =>
      feed.sip.some((one) => one.callId === callId && one.callSid === call.sid),
    );
    expect(
      ladder.map(({ direction, firstLine }) => `${direction} ${firstLine.replace(/ sip:.*/, "")}`),
    ).toEqual(expect.arrayContaining(["in INVITE", "out SIP/2.0 200 OK", "in ACK", "in BYE"]));
    expect(webhook).toMatchObject({
      method: "POST",
      url: `${sample?.url}/voice`,
      about: "ringing",
    });
    expect(webhook.attempts[0]?.body).toContain("<Gather");
    expect(webhook.params).toContainEqual(["From", "+61491570006"]);
    const log = feed.calls.get(call.sid)?.log.map(({ type, name }) => `${type} ${name}`) ?? [];
    expect(log).toEqual(
      expect.arrayContaining(["call.state ringing", "verb.started Gather", "call.state completed"]),
    );
    expect(log.indexOf("call.state ringing")).toBeLessThan(log.indexOf("call.state completed"));
  });

  it("[XN23] [XN25] [XN27] [XN13] shows the softphone's frames and its room, and no secret", async () => {
    const token = await tokenOf(sampleUrl());
    const feed = await FeedReader.open(alone.ready.inspectorUrl);
    const client = await VoiceClient.start({
      signalUrl: alone.ready.signalUrl,
      token,
      maxCallSignalingTimeoutMs: 30_000,
    });
    try {
      await client.register();
      const call = await client.connect();
      await call.waitFor("accept", 20_000);
      await call.hears(880, true, 20_000);
      await call.sendDigits("2");

      const room = await feed.until("the room", ({ rooms }) =>
        rooms.find(({ name }) => name === "sample"),
      );
      const frames = [...feed.frames.values()];
      const ours = frames.filter(({ callSid }) => callSid === room.members[0]?.callSid);

      expect(frames.map(({ type }) => type)).toEqual(
        expect.arrayContaining(["listen", "connected", "register"]),
      );
      expect(ours.map(({ type, direction }) => `${type} ${direction}`)).toEqual(
        expect.arrayContaining(["invite in", "answer out", "dtmf in"]),
      );
    } finally {
      await client.close();
      feed.close();
    }

    const { variables } = alone;
    const secrets = [token, variables["TWILIO_AUTH_TOKEN"], variables["TWILIO_API_SECRET"]];
    for (const secret of secrets) expect(feed.text).not.toContain(secret);
    expect(feed.text).not.toMatch(/eyJ[A-Za-z0-9_-]{10}/);
    expect(feed.text).not.toMatch(/X-Twilio-Signature/i);
    expect(feed.text).not.toMatch(/ice-pwd:(?!\(hidden\))/);
  });

  it("[XN29] refuses pages of other origins, and of a machine that was renamed", async () => {
    const { inspectorUrl } = alone.ready;
    const own = inspectorUrl.replace("http://", "");

    expect(await statusOf(`${inspectorUrl}/feed`, { Origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(`${inspectorUrl}/feed`, { "Sec-Fetch-Site": "cross-site" })).toBe(403);
    expect(await statusOf(`${inspectorUrl}/feed`, { Host: "evil.example" })).toBe(403);
    expect(await statusOf(`${inspectorUrl}/`, { Origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(`${inspectorUrl}/feed`, { Host: own })).toBe(200);
  });

  it("[XN13] gives no token to pages of other origins", async () => {
    const url = `${sampleUrl()}/token`;

    expect(await statusOf(url, { Origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(url, { Host: "evil.example" })).toBe(403);
    expect(await statusOf(`${url}?identity=a%20b`, {})).toBe(400);
  });

  it("[XN12] the sample answers nobody but the exchange", async () => {
    const form = { method: "POST", body: new URLSearchParams({ CallSid: "CA1" }) };
    const signed = { ...form, headers: { "x-twilio-signature": "c2lnbmVk" } };

    expect((await fetch(`${sampleUrl()}/voice`, form)).status).toBe(403);
    expect((await fetch(`${sampleUrl()}/menu`, signed)).status).toBe(403);
    expect((await fetch(`${sampleUrl()}/status`, signed)).status).toBe(403);
  });

  it("[XN30] refuses the twenty-first reader, and serves the next one when others have gone", async () => {
    const feeds: FeedReader[] = [];
    for (let i = 0; i < 20; i += 1) feeds.push(await FeedReader.open(alone.ready.inspectorUrl));
    const refused = await statusOf(`${alone.ready.inspectorUrl}/feed`, {});
    for (const one of feeds) one.close();

    expect(refused).toBe(503);
    const feed = await eventually(openFeed, (one) => one !== null, 20_000);
    await feed?.until("the snapshot", ({ events }) => events[0]?.type === "snapshot");
    feed?.close();
  });
});

describe("the inspector's port", () => {
  it("[XN20] [XN32] is closed unless it is set", async () => {
    const exchange = await startExchange(testConfig());

    expect(exchange.inspectorUrl).toBeNull();
    await exchange.close();
  });

  it("[XN31] asks for the account beyond loopback", async () => {
    const config = testConfig({ inspector: { host: "0.0.0.0", port: 0 } });
    const exchange = await startExchange(config);
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
  it("[XN30] are cut off, and nothing is kept for them", async () => {
    const exchange = await startExchange(testConfig({ inspector: { host: "127.0.0.1", port: 0 } }));
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
      20_000,
    );
    const flood = createSocket("udp4");
    const datagram = Buffer.from(`OPTIONS sip:x SIP/2.0\r\nX: ${"y".repeat(5_000)}\r\n\r\n`);

    await eventually(
      async () => {
        for (let i = 0; i < 50; i += 1) flood.send(datagram, exchange.sip.port, hostname);
        return await statusOf(url, {});
      },
      (status) => status === 200,
      45_000,
    );

    expect(await statusOf(`${exchange.url}/health`, {})).toBe(200);
    for (const socket of slow) socket.destroy();
    flood.close();
    await exchange.close();
  }, 90_000);
});

describe("the sample", () => {
  it("[XN10] [XN15] keeps its number and application, and can be left out", async () => {
    const { folder, ready } = alone;
    const again = await startAlone({ LINEDESK_DATA: folder });
    const without = await startAlone({ SAMPLE_PORT: "off" });

    expect(again.ready.sample).toMatchObject({
      phoneNumber: ready.sample?.phoneNumber,
      applicationSid: ready.sample?.applicationSid,
    });
    expect(without.ready.sample).toBeNull();
    await Promise.all([again.close(), without.close()]);
  });
});
