import { afterEach, beforeEach, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { TestSink } from "../../src/testing/sip/test-bench.ts";
import {
  aListener,
  anExchange,
  answerIntoRoom,
  aTelephone,
  Cleanup,
  realMedia,
  until,
} from "../support/sip-support.ts";
import { startKamailio } from "./kamailio.ts";

const cleanup = new Cleanup();
let folder = "";
beforeEach(() => (folder = cleanup.folder()));
afterEach(() => cleanup.run());

/** Starts an exchange whose only trunk is Kamailio, and a telephone on Kamailio's other side. */
async function aProxiedExchange() {
  const port = await findFreePort();
  const media = await realMedia(cleanup);
  const plan = createPeerPlan({ host: "127.0.0.1", port });
  const exchange = await anExchange(cleanup, { media, plan });
  const telephone = await aTelephone(cleanup, { sends: 1000 });
  const sides = { exchange: exchange.sip.address.port, phone: telephone.address.port };
  const proxy = await startKamailio(cleanup, { folder, port, sides });
  return { media, exchange, telephone, proxy };
}

test("[XI70] a caller behind Kamailio and rtpengine is heard, holds, resumes, presses digits and hangs up", async () => {
  const { media, exchange, proxy } = await aProxiedExchange();
  const { intake, sip } = exchange;
  const digits: string[] = [];
  media.onEvent((event) => void (event.type === "leg.digit" && digits.push(event.digit)));
  intake.onReceive = (leg) => answerIntoRoom(leg, media);
  const bob = await aListener(cleanup, sip, { sends: 1000 });
  await bob.answered;
  const address = { address: "127.0.0.1", port: proxy.port };
  const alice = await aListener(cleanup, { address }, { sends: 700 });
  await alice.answered;

  await until("both hear each other", () => bob.toneAmplitude(700) > 0.05);
  await until("both hear each other", () => alice.toneAmplitude(1000) > 0.05);
  await alice.setDirection("sendonly");
  await until("alice hears nothing", () => alice.toneAmplitude(1000) < 0.005);
  await alice.setDirection("sendrecv");
  await until("alice hears bob again", () => alice.toneAmplitude(1000) > 0.05);
  await alice.sendDigits("15#");
  await until("the digits come", () => digits.join("") === "15#");
  await alice.hangUp();
  await until("the call ends", () => intake.call(1).sink.end !== null);

  expect(intake.call(1).sink.end).toEqual({ cause: "hangup" });
  expect(proxy.rtpengine.output()).toContain("Creating new call");
});

test("[XI70] a call of the exchange through Kamailio and rtpengine has sound in both directions", async () => {
  const { media, exchange, telephone } = await aProxiedExchange();
  const { intake, sip } = exchange;
  intake.onReceive = (leg) => answerIntoRoom(leg, media);
  const bob = await aListener(cleanup, sip, { sends: 700 });
  await bob.answered;
  const request = { from: "+61255500101", to: "+61491570006", callerName: null, params: [] };

  const sink = new TestSink();
  const leg = sip.dialer.dial({ callSid: "CA2", ...request }, sink);
  const called = await telephone.nextCall();
  await until("the call is answered", () => sink.events.includes("answered"));
  media.joinRoom(leg.id, "studio", { muted: false, hold: false });

  await until("the telephone hears bob", () => called.toneAmplitude(700) > 0.05);
  await until("bob hears the telephone", () => bob.toneAmplitude(1000) > 0.05);
  leg.hangUp({ cause: "hangup" });

  expect(await called.ended).toMatchObject({ by: "exchange" });
});
