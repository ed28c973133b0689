import type { Twilio } from "twilio";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { startExchange } from "../../src/index.ts";
import { eventually, testConfig, twilioClient } from "../support/booted-exchange.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";
import { aTelephone, Cleanup } from "../support/sip-support.ts";

const NUMBER = "+61255509999";
const cleanup = new Cleanup();
let web: ScriptedWebApp;
let rest: Twilio;
let telephone: Awaited<ReturnType<typeof aTelephone>>;

beforeEach(async () => {
  web = await ScriptedWebApp.start();
  cleanup.add(() => web.close());
  telephone = await aTelephone(cleanup);
  const { address: host, port } = telephone.address;
  const { sip } = testConfig();
  const exchange = await startExchange(
    testConfig({ sip: { ...sip, plan: createPeerPlan({ host, port }) } }),
  );
  cleanup.add(() => exchange.close());
  rest = twilioClient(exchange);
});
afterEach(() => cleanup.run());

/** Waits until something is said, as a person does. */
async function untilSpokenTo(call: { receivedAudio(ms: number): Int16Array }): Promise<void> {
  function loudest() {
    return Promise.resolve(Math.max(...call.receivedAudio(500)));
  }
  await eventually(loudest, (peak) => peak > 2_000, 20_000);
}

describe("a telephone that is verified", () => {
  test("[XR47] is rung, hears the prompt, keys the code, and is a caller id from then on", async () => {
    const check = await rest.validationRequests.create({
      phoneNumber: NUMBER,
      friendlyName: "studio",
      statusCallback: web.url("/verified"),
    });
    const call = await telephone.nextCall();
    await call.answered;
    await untilSpokenTo(call);

    await call.sendDigits(check.validationCode);
    const { params } = await web.waitForRequest("/verified");
    const [callerId] = await rest.outgoingCallerIds.list();
    const end = await call.ended;
    const again = rest.validationRequests.create({ phoneNumber: NUMBER });

    expect(check).toMatchObject({ phoneNumber: NUMBER, friendlyName: "studio" });
    expect(check.validationCode).toMatch(/^\d{6}$/);
    expect(callerId).toMatchObject({ phoneNumber: NUMBER, friendlyName: "studio" });
    expect(params).toMatchObject({
      VerificationStatus: "success",
      OutgoingCallerIdSid: callerId?.sid,
      CallSid: check.callSid,
      To: NUMBER,
      CallStatus: "in-progress",
    });
    expect(end.by).toBe("exchange");
    await expect(again).rejects.toMatchObject({ status: 400, code: 21450 });
    const shown = await rest.calls.create({ to: "client:a", from: NUMBER, twiml: "<Response/>" });
    expect(shown.from).toBe(NUMBER);
  });
});
