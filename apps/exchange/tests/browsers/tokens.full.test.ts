import { describe, expect, test } from "vitest";
import { z } from "zod";

import { endOf, inRoom, ringAlice } from "../signalling/client-calls.ts";
import { eventually } from "../support/booted-exchange.ts";
import { type ChromiumScene, inChromium } from "./chromium-scene.ts";

let scene: ChromiumScene;
inChromium((one) => (scene = one));

describe("the token of a page", () => {
  test("[XS74] causes a warning and then error 20104 when it expires during a call; the call continues, and the device registers with the next token", async () => {
    const { booted } = scene;
    booted.web.answer("/voice", inRoom("expiry"));
    const [[bob], alice] = await Promise.all([scene.pages("bob"), scene.unregistered("alice")]);
    await Promise.all([bob.say(1000), alice.say(440)]);
    const bobs = await bob.connect();
    // The token's life begins when the page is ready; the SDK warns 10 s before its end.
    const token = booted.token("alice", { ttl: 13 });
    const signalUrl = booted.exchange.signalUrl;
    await alice.restart({ signalUrl, token, allowIncomingWhileBusy: true });
    await alice.register();
    const call = await alice.connect();
    await Promise.all([call.receivesTone(1000), bobs.receivesTone(440)]);

    await alice.waitFor("tokenWillExpire");
    const { value } = await alice.waitFor("error");
    await alice.waitFor("unregistered");
    const unheard = await ringAlice(booted, 5);

    expect(value).toMatchObject({ code: 20104, name: "AccessTokenExpired" });
    expect(await endOf(booted, unheard.sid)).toBe("failed");
    await Promise.all([call.receivesTone(1000), bobs.receivesTone(440)]);
    await alice.updateToken(booted.token("alice"));
    await eventually(
      async () => alice.events().filter(({ name }) => name === "registered").length,
      (times) => times === 2,
    );
    await ringAlice(booted);
    await alice.nextIncoming();
    await Promise.all([call.receivesTone(1000), bobs.receivesTone(440)]);
    expect((await call.describe()).status).toBe("open");
  });
});

const timing = z.object({ start: z.number(), end: z.number(), duration: z.number().min(0) });
const range = z.object({ min: z.number(), average: z.number(), max: z.number() });
const totals = z.object({
  bytesReceived: z.number().positive(),
  bytesSent: z.number().positive(),
  packetsLost: z.number(),
  packetsLostFraction: z.number(),
  packetsReceived: z.number().positive(),
  packetsSent: z.number().positive(),
});
const candidate = z.object({
  address: z.string(),
  candidateType: z.string(),
  port: z.number(),
  protocol: z.string(),
});
const sample = z.object({
  audioInputLevel: z.number(),
  audioOutputLevel: z.number(),
  codecName: z.literal("PCMU"),
  jitter: z.number(),
  mos: z.number().nullable(),
  rtt: z.number(),
  packetsLost: z.number(),
  totals,
});

/** The documented fields of the SDK's report; the strict object refuses unknown ones. */
const preflightReport = z.strictObject({
  callSid: z.string().regex(/^CA[0-9a-f]{32}$/),
  callQuality: z.string(),
  edge: z.string(),
  selectedEdge: z.string(),
  isTurnRequired: z.boolean(),
  iceCandidateStats: z.array(candidate).min(2),
  selectedIceCandidatePairStats: z.object({
    localCandidate: candidate,
    remoteCandidate: candidate,
  }),
  networkTiming: z.strictObject({
    signaling: timing,
    ice: timing,
    dtls: timing,
    peerConnection: timing,
  }),
  samples: z.array(sample).min(5),
  stats: z.strictObject({ jitter: range, mos: range, rtt: range }),
  totals,
  testTiming: timing,
  warnings: z.array(z.object({ name: z.string(), description: z.string() })),
});

describe("the preflight test of a page", () => {
  test("[XS1] completes with all fields of its report", async () => {
    scene.booted.web.answer("/voice", `<Pause length="7"/>`);
    const alice = await scene.unregistered("alice");

    const report = await alice.preflight({
      signalUrl: scene.booted.exchange.signalUrl,
      token: scene.booted.token("alice"),
    });

    const { data: measured, error } = preflightReport.safeParse(report);
    expect(error).toBeUndefined();
    // The exchange has one edge, even if the SDK requests another.
    expect(measured).toMatchObject({
      edge: "ashburn",
      selectedEdge: "roaming",
      isTurnRequired: false,
    });
    expect(measured?.callQuality).toBe("excellent");
    expect(measured?.stats.mos.min).toBeGreaterThan(4.2);
    expect(measured?.totals).toMatchObject({ packetsLost: 0, packetsLostFraction: 0 });
    // The microphone is audible. The incoming sound is a silent Pause, which causes no warning.
    expect(
      Math.max(...(measured?.samples ?? []).map((one) => one.audioInputLevel)),
    ).toBeGreaterThan(0);
    expect(measured?.warnings).toEqual([]);
    const { localCandidate, remoteCandidate } = measured?.selectedIceCandidatePairStats ?? {};
    expect(remoteCandidate?.address).toBe("127.0.0.1");
    // "prflx": a check was answered before the page knew its own address (RFC 8445, 7.2.5.3.1).
    expect(["host", "prflx"]).toContain(localCandidate?.candidateType);
  });
});
