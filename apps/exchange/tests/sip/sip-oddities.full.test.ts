import { afterEach, beforeEach, expect, test } from "vitest";

import { startMedia } from "@linedesk/media";
import { openPlan, plainTrunk, createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { TestMedia, TestSink } from "../../src/testing/sip/test-bench.ts";
import { anExchange, Cleanup, until } from "../support/sip-support.ts";
import { freePort, outcome, sipp } from "./sipp.ts";

const cleanup = new Cleanup();
let folder = "";
beforeEach(() => (folder = cleanup.folder()));
afterEach(() => cleanup.run());

const numbers = { from: "+61255500101", to: "+61491570006", callerName: null, params: [] };

test("[XI70] takes a call of sipp with short and folded headers, no offer, a late ACK and odd lines", async () => {
  const media = new TestMedia();
  const { sip, intake } = await anExchange(cleanup, { media });
  intake.onReceive = (leg) => void leg.answer("CA1");

  const target = `127.0.0.1:${sip.address.port}`;
  const more = ["-set", "blank", " \t"];
  expect(await outcome(sipp(cleanup, "odd-caller", { folder, target, more }))).toBe("success");

  expect(intake.calls).toHaveLength(1);
  expect(intake.call().arrival).toMatchObject({ from: "+61491570157", callerName: "Odd Caller" });
  expect(media.connected.map(({ remote }) => [remote.codec, remote.receives ?? true])).toEqual([
    ["PCMA", true],
    ["PCMA", false],
  ]);
  expect(intake.call().sink.events).toEqual(["ended hangup"]);
});

test("[XI65] [XI66] [XI43] calls by a sipp that challenges each request and forks behind two proxies", async () => {
  const port = await freePort();
  const program = sipp(cleanup, "strict-carrier", { folder, more: ["-p", String(port)] });
  await until("sipp listens", () => program.output() !== "");
  const media = new TestMedia();
  const trunk = {
    ...plainTrunk("carrier", [{ host: "127.0.0.1", port }]),
    credentials: { username: "radio", password: "s3cret" },
  };
  const { sip } = await anExchange(cleanup, { media, plan: { ...openPlan, trunks: [trunk] } });
  const sink = new TestSink();

  const leg = sip.dialer.dial({ callSid: "CA1", ...numbers }, sink);
  await until("it answered", () => sink.events.includes("answered"));
  leg.hangUp();

  expect(await outcome(program)).toBe("success");
  expect(sink.events).toEqual(["ringing", "early", "answered", "ended hangup"]);
  expect(media.connected.map(({ remote }) => remote.port)).toEqual([6100, 6200]);
});

test("[XI1] calls sipp over IPv6, and hears what sipp echoes", async () => {
  const media = await startMedia({
    isAllowedUrl: () => Promise.resolve(false),
    network: { bindAddress: "::1" },
  });
  cleanup.add(() => media.close());
  const port = await freePort();
  const more = ["-p", String(port), "-mp", String(await freePort()), "-rtp_echo"];
  const program = sipp(cleanup, "carrier", { folder, host: "::1", more });
  await until("sipp listens", () => program.output() !== "");
  const plan = createPeerPlan({ host: "::1", port });
  const { sip } = await anExchange(cleanup, { media, host: "::1", mediaHost: "::1", plan });
  const sink = new TestSink();

  const leg = sip.dialer.dial({ callSid: "CA2", ...numbers }, sink);
  await until("sipp answered", () => sink.events.includes("answered"));
  const before = await media.stats(leg.id);
  media.play(leg.id, "tone", { type: "ringback" }, 1);
  await expect
    .poll(async () => (await media.stats(leg.id))?.rmsDbfs, { timeout: 15_000 })
    .toBeGreaterThan(-40);
  leg.hangUp();

  expect(before?.rmsDbfs ?? -96).toBeLessThan(-60);
  expect(await outcome(program)).toBe("success");
  expect(sink.events).toEqual(["ringing", "answered", "ended hangup"]);
});
