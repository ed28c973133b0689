import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { VoiceCall } from "@linedesk/testkit";
import { BootedExchange } from "../support/booted-exchange.ts";
import { inRoom, statusSettles } from "./client-calls.ts";

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
});
afterEach(async () => {
  await booted.endClients();
  booted.web.forget();
});
afterAll(async () => {
  await booted.close();
});

const AWAY_MS = 4_000;
const PACKETS_AWAY = AWAY_MS / 20;
/** Less than a packet. A machine without time has worse gaps than that, also while nothing is away. */
const GAP_MS = 10;
/** Of an ICE restart: the checks and the handshake of the new path, 40 to 90 ms on two busy cores. */
const RESTART_GAP_MS = 200;

/** What the exchange has received of a call. */
async function heardFrom(callSid: string): Promise<{ received: number; lost: number }> {
  const { sid, authToken } = booted.exchange.account;
  const answer = await fetch(`${booted.exchange.url}/inspect/calls/${callSid}/quality`, {
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${authToken}`).toString("base64")}` },
  });
  const quality = (await answer.json()) as { packets_received: number; packets_lost: number };
  return { received: quality.packets_received, lost: quality.packets_lost };
}

/** Alice and bob hear each other's tone. */
async function aTalk() {
  booted.web.answer("/voice", inRoom("talk"));
  const [alice, bob] = await Promise.all([booted.device("alice"), booted.device("bob")]);
  await Promise.all([alice.say(440), bob.say(1000)]);
  const call = await alice.connect();
  const other = await bob.connect();
  await Promise.all([call.hears(1000), other.hears(440)]);
  const callSid = String((await call.describe()).callSid);
  return { alice, bob, call, other, callSid };
}

/** In what either hears, since it was last asked for. */
const longestGapMs = async (calls: VoiceCall[]): Promise<number> =>
  Math.max(...(await Promise.all(calls.map((call) => call.longestGapMs()))));

/** Every second of sound is fifty packets. */
const untilHeard = async (call: VoiceCall, packets: number): Promise<void> => {
  const { received } = await call.streams();
  await expect
    .poll(async () => (await call.streams()).received, { timeout: 20_000 })
    .toBeGreaterThan(received + packets);
};

describe("the signalling of a call is away", () => {
  it("[XS12] [XS37] no packet is missing either way, and the sound has no gap to the sample", async () => {
    const { alice, call, other, callSid } = await aTalk();
    await longestGapMs([call, other]);
    await Promise.all([untilHeard(call, PACKETS_AWAY), untilHeard(other, PACKETS_AWAY)]);
    const ordinaryMs = await longestGapMs([call, other]);
    const [before, heardBefore] = [await call.streams(), await heardFrom(callSid)];

    await alice.dropSocket(AWAY_MS);
    await call.waitFor("reconnecting");
    await call.waitFor("reconnected");
    await Promise.all([untilHeard(call, 25), untilHeard(other, 25)]);

    const gapMs = await longestGapMs([call, other]);
    expect(gapMs).toBeLessThan(Math.max(GAP_MS, ordinaryMs));
    const [after, heardAfter] = [await call.streams(), await heardFrom(callSid)];
    expect(after).toMatchObject({ ssrc: before.ssrc, lost: before.lost });
    expect(heardAfter.lost).toBe(heardBefore.lost);
    // A machine without time may send some of them late.
    const counts = [after.received - before.received, heardAfter.received - heardBefore.received];
    expect(Math.min(...counts)).toBeGreaterThan(PACKETS_AWAY * 0.8);
    await call.disconnect();
    expect(await statusSettles(booted, callSid, "completed")).toBe("completed");
  });

  it("[XS38] messages for the SDK arrive once it is back", async () => {
    const { alice, call, callSid } = await aTalk();

    await alice.dropSocket(AWAY_MS / 2);
    await call.waitFor("reconnecting");
    for (const word of ["one", "two"]) {
      const content = JSON.stringify({ word });
      await booted.rest.calls(callSid).userDefinedMessages.create({ content });
    }
    await call.waitFor("reconnected");

    const first = await call.waitFor("messageReceived");
    const second = await call.waitFor("messageReceived");
    expect([first.value, second.value]).toMatchObject([
      { content: { word: "one" } },
      { content: { word: "two" } },
    ]);
  });

  it("[XS38] and what the SDK says meanwhile reaches the application", async () => {
    booted.web.answer("/voice", inRoom("said"));
    const alice = await booted.device("alice");
    const call = await alice.connect();
    await call.waitFor("accept");
    const callSid = String((await call.describe()).callSid);
    await booted.rest.calls(callSid).userDefinedMessageSubscriptions.create({
      callback: booted.web.url("/messages"),
      method: "GET",
    });

    await alice.dropSocket(AWAY_MS);
    await call.waitFor("reconnecting");
    await call.sendMessage({ from: "afar" });

    const told = await booted.web.asked("/messages");
    expect(told).toMatchObject({ method: "GET", params: { Content: '{"from":"afar"}' } });
  });

  it("[XS13] a client that never comes back ends after its reconnect timeout", async () => {
    booted.web.answer("/voice", inRoom("gone"));
    const alice = await booted.device("alice", { maxCallSignalingTimeoutMs: 1000 });
    const call = await alice.connect();
    await call.waitFor("accept");
    const { callSid } = await call.describe();

    await booted.loseClients();
    expect(await statusSettles(booted, String(callSid), "completed")).toBe("completed");
  });
});

describe("an ICE restart", () => {
  it("[XS11] [XS65] is silent for no longer than that takes, and is heard as before", async () => {
    const { alice, call, other } = await aTalk();
    const before = await call.streams();
    await longestGapMs([call, other]);

    await call.restartIce();
    // The counts go on from the new path: two seconds of it hold whatever the change cost.
    await untilHeard(call, 100);
    await Promise.all([call.hears(1000), other.hears(440)]);

    expect(await longestGapMs([call, other])).toBeLessThan(RESTART_GAP_MS);
    expect((await call.streams()).ssrc).toBe(before.ssrc);
    await alice.say(null);
    await other.hears(440, false);
    await alice.say(700);
    await other.hears(700);
    expect((await call.describe()).status).toBe("open");
  });

  it("[XS72] that is asked for while the socket is away is done when it is back", async () => {
    const { alice, call, other } = await aTalk();
    const before = await call.streams();

    await alice.dropSocket(AWAY_MS / 2);
    await call.waitFor("reconnecting");
    await call.restartIce();
    await expect.poll(async () => (await call.streams()).signalling).toBe("have-local-offer");
    await call.waitFor("reconnected");

    await expect.poll(async () => (await call.streams()).signalling).toBe("stable");
    await untilHeard(call, 100);
    await Promise.all([call.hears(1000), other.hears(440)]);
    expect((await call.streams()).ssrc).toBe(before.ssrc);
    expect((await call.describe()).status).toBe("open");
  });
});
