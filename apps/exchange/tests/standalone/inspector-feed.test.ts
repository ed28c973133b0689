import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

import { ring, VoiceClient } from "@linedesk/testkit";
import { FeedReader } from "./feed-reader.ts";
import { startStandalone, type StandaloneExchange } from "./standalone-exchange.ts";

let alone: StandaloneExchange;

beforeAll(async () => {
  alone = await startStandalone();
});
afterAll(async () => {
  await alone?.close();
});

const tokenSchema = z.object({ token: z.string(), identity: z.string() });

async function tokenOf(sampleUrl: string): Promise<string> {
  const answer = await fetch(`${sampleUrl}/token`);
  return tokenSchema.parse(await answer.json()).token;
}

function sampleUrl() {
  return alone.ready.sample?.url ?? "";
}

describe("the exchange alone, looked into", () => {
  test("[XN5] [XN3] says one line of JSON, its log beside it, and no secret in either", async () => {
    const { output, variables } = alone;

    expect(output.out().trim().split("\n")).toHaveLength(1);
    expect(output.err()).toContain("the exchange is ready");
    for (const name of ["TWILIO_AUTH_TOKEN", "TWILIO_API_SECRET"]) {
      expect(variables[name]).toMatch(/^[0-9a-f]{32}$/);
      expect(output.out() + output.err()).not.toContain(variables[name]);
    }
  });

  test("[XN3] keeps the account where its owner alone can read it", async () => {
    const { folder, variables } = alone;
    const path = join(folder, "exchange", "account.json");

    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({
      sid: variables["TWILIO_ACCOUNT_SID"],
      authToken: variables["TWILIO_AUTH_TOKEN"],
    });
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await stat(alone.ready.accountFile)).mode & 0o077).toBe(0);
  });

  test("shows a call over SIP: states, webhooks, ladder, level", async () => {
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
    await feed.until("the greeting", () => listener.toneAmplitude(880, 400) > 0.02);
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

  test("shows the softphone's frames and its room, and no secret", async () => {
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
      await call.receivesTone(880, true, 20_000);
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
    for (const secret of secrets) {
      expect(feed.text).not.toContain(secret);
    }
    expect(feed.text).not.toMatch(/eyJ[A-Za-z0-9_-]{10}/);
    expect(feed.text).not.toMatch(/X-Twilio-Signature/i);
    expect(feed.text).not.toMatch(/ice-pwd:(?!\(hidden\))/);
  });
});
