import { describe, expect, test } from "vitest";

import { twilioClient } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

const MISSING = "0".repeat(32);

describe("credentials", () => {
  test("[XR2] from the account and from its API key are accepted", async () => {
    const { account } = booted().exchange;
    const byKey = twilioClient(booted().exchange, [account.apiKey, account.apiSecret]);

    const seen = await byKey.api.v2010.accounts(account.sid).fetch();

    expect(seen).toMatchObject({ sid: account.sid, status: "active" });
  });

  test("[XR2] are answered 401 with 20003 if they are unknown", async () => {
    const wrong = twilioClient(booted().exchange, [booted().exchange.account.sid, "a".repeat(32)]);

    await expect(wrong.calls.list()).rejects.toMatchObject({ status: 401, code: 20003 });
  });
});

describe("numbers and applications", () => {
  test("[XR1][XR3][XR23] are created, read, changed, listed and deleted", async () => {
    const { rest, web } = booted();

    const made = await rest.incomingPhoneNumbers.create({
      phoneNumber: "+61255500101",
      friendlyName: "main line",
      voiceUrl: web.url("/number"),
    });
    const changed = await rest.incomingPhoneNumbers(made.sid).update({
      voiceApplicationSid: booted().applicationSid,
      voiceMethod: "GET",
    });
    const listed = await rest.incomingPhoneNumbers.list({ phoneNumber: "+61255500101" });
    const removed = await rest.incomingPhoneNumbers(made.sid).remove();

    expect(made).toMatchObject({ phoneNumber: "+61255500101", voiceMethod: "POST" });
    expect(made.sid).toMatch(/^PN[0-9a-f]{32}$/);
    expect(made.dateCreated).toBeInstanceOf(Date);
    expect(changed).toMatchObject({
      voiceApplicationSid: booted().applicationSid,
      voiceMethod: "GET",
      voiceUrl: web.url("/number"),
      capabilities: { voice: true, sms: false },
    });
    expect(listed.map((number) => number.sid)).toEqual([made.sid]);
    expect(removed).toBe(true);
    await expect(rest.incomingPhoneNumbers(made.sid).fetch()).rejects.toMatchObject({
      status: 404,
      code: 20404,
    });
  });
});

describe("a missing resource", () => {
  test("[XR8] is answered 404 with 20404", async () => {
    const { rest } = booted();

    await expect(rest.calls(`CA${MISSING}`).fetch()).rejects.toMatchObject({ code: 20404 });
    await expect(rest.conferences(`CF${MISSING}`).fetch()).rejects.toMatchObject({ code: 20404 });
    await expect(rest.queues(`QU${MISSING}`).fetch()).rejects.toMatchObject({ code: 20404 });
    await expect(rest.transcriptions.list()).rejects.toMatchObject({
      status: 404,
      code: 20404,
      message: expect.stringContaining("/Transcriptions.json was not found"),
    });
  });

  test("[XR291] is an application or a queue after its deletion", async () => {
    const { rest } = booted();
    const application = await rest.applications.create({ friendlyName: "Short-lived" });
    const queue = await rest.queues.create({ friendlyName: "Short-lived" });

    await rest.applications(application.sid).remove();
    await rest.queues(queue.sid).remove();

    await expect(rest.applications(application.sid).remove()).rejects.toMatchObject({
      code: 20404,
    });
    await expect(rest.queues(queue.sid).fetch()).rejects.toMatchObject({ code: 20404 });
  });

  test("[XR8] is not reported for a new token without media relays, whose iceServers are empty", async () => {
    const token = await booted().rest.tokens.create({ ttl: 60 });

    expect(token).toMatchObject({ ttl: "60", iceServers: [] });
  });
});
