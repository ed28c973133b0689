import { afterEach, beforeEach, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { startMedia } from "@linedesk/media";
import { createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { TestSink } from "../../src/testing/sip/test-bench.ts";
import { anExchange, Cleanup, until } from "../support/sip-support.ts";
import { outcome, sipp } from "./sipp.ts";

const cleanup = new Cleanup();
let folder = "";
beforeEach(() => (folder = cleanup.folder()));
afterEach(() => cleanup.run());

const numbers = { from: "+61255500101", to: "+61491570006", callerName: null, params: [] };

test("[XI1] a call to sipp over IPv6 returns the echoed sound", async () => {
  const media = await startMedia({
    isAllowedUrl: () => Promise.resolve(false),
    network: { bindAddress: "::1" },
  });
  cleanup.add(() => media.close());
  const port = await findFreePort();
  const more = ["-p", String(port), "-mp", String(await findFreePort()), "-rtp_echo"];
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
