import { afterEach, beforeEach, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import type { Leg } from "../../src/calls/legs/leg.ts";
import { openPlan, plainTrunk, createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { TestMedia, TestSink } from "../../src/testing/sip/test-bench.ts";
import {
  aListener,
  anExchange,
  answerIntoRoom,
  Cleanup,
  realMedia,
  type RunningProgram,
  type TestExchange,
  until,
} from "../support/sip-support.ts";
import { outcome, sipp, writeTone } from "./sipp.ts";

const cleanup = new Cleanup();
let folder = "";
beforeEach(() => (folder = cleanup.folder()));
afterEach(() => cleanup.run());

interface Carrier {
  program: RunningProgram;
  address: { host: string; port: number };
}

async function aCarrier(
  scenario: string,
  { port = 0, written }: { port?: number; written?: (text: string) => string } = {},
): Promise<Carrier> {
  const address = { host: "127.0.0.1", port: port === 0 ? await findFreePort() : port };
  const more = ["-p", String(address.port)];
  const program = sipp(cleanup, scenario, { folder, more, ...(written ? { written } : {}) });
  await until("sipp listens", () => program.output() !== "");
  return { program, address };
}

/**
 * Starts a carrier that refuses a call with this code and header. They replace the 486 and the
 * placeholder header of the scenario file.
 */
function refusing(code: number, contact = "X-Word: no"): Promise<Carrier> {
  return aCarrier("refusal", {
    written: (text) => text.replace("486", String(code)).replace("X-Word: no", contact),
  });
}

function dialBy({ sip }: TestExchange): { sink: TestSink; leg: Leg } {
  const sink = new TestSink();
  const request = { from: "+61255500101", to: "+61491570006", callerName: null, params: [] };
  return { sink, leg: sip.dialer.dial({ callSid: "CA1", ...request }, sink) };
}

test("[XI43] [XI61] sipp is heard before its answer after a reliable provisional response", async () => {
  const media = await realMedia(cleanup);
  const hall = await anExchange(cleanup, { media });
  hall.intake.onReceive = (leg) => answerIntoRoom(leg, media);
  writeTone(folder, 700);
  const alice = await aListener(cleanup, hall.sip, { sends: 1000 });
  await alice.answered;
  const carrier = await aCarrier("early");
  const exchange = await anExchange(cleanup, { media, plan: createPeerPlan(carrier.address) });

  const { sink, leg } = dialBy(exchange);
  await until("early media arrives", () => sink.events.includes("early"));
  media.joinRoom(leg.id, "studio", { muted: false, hold: false });
  await until("alice hears the early media", () => alice.toneAmplitude(700) > 0.05);
  const before = [...sink.events];
  await until("the carrier answers", () => sink.events.includes("answered"));
  leg.hangUp();

  expect(before).toEqual(["ringing", "early"]);
  expect(await outcome(carrier.program)).toBe("success");
});

test.each([
  [302, "goes to the sipp that the redirect names"],
  [503, "goes to the next trunk"],
])("[XI24] [XI26] after the answer %i a call %s", async (code) => {
  const second = await aCarrier("carrier");
  const contact = `Contact: <sip:elsewhere@127.0.0.1:${second.address.port}>`;
  const first = await refusing(code, code === 302 ? contact : "X-Word: no");
  const trunks = [plainTrunk("first", [first.address])];
  if (code === 503) {
    trunks.push({ ...plainTrunk("second", [second.address]), priority: 2 });
  }
  const plan = { ...openPlan, trunks };
  const exchange = await anExchange(cleanup, { media: new TestMedia(), plan });

  const { sink, leg } = dialBy(exchange);
  await until("the second carrier answers", () => sink.events.includes("answered"));
  leg.hangUp();

  expect(await outcome(first.program)).toBe("success");
  expect(await outcome(second.program)).toBe("success");
});
