import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { AnsweringListener, CalledListener } from "@linedesk/testkit";
import { createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { BootedExchange, eventually, testConfig } from "../support/booted-exchange.ts";
import { aTelephone, Cleanup } from "../support/sip-support.ts";
import { receivesTone, TwimlScene } from "../support/twiml-scene.ts";

const tones = { caller: 440, callee: 1000 };
const callbackAttributes =
  'statusCallback="leg" statusCallbackEvent="initiated ringing answered completed"';

const cleanup = new Cleanup();
let booted: BootedExchange;
/** Where numbers go to: who is rung stands in the Request-URI. */
let carrier: AnsweringListener;

beforeAll(async () => {
  carrier = await aTelephone(cleanup, { sends: tones.callee });
  const { address: host, port } = carrier.address;
  const { sip } = testConfig();
  booted = await BootedExchange.start(
    {},
    { sip: { ...sip, plan: createPeerPlan({ host, port }) } },
  );
});
afterAll(async () => {
  await booted.close();
  await cleanup.run();
});

async function rungAt(number: string): Promise<CalledListener> {
  async function find() {
    return carrier.calls.find(({ rung }) => rung.includes(number)) ?? null;
  }
  const call = await eventually(find, (found) => found !== null);
  if (call === null) {
    throw new Error("nobody was rung");
  }
  return call;
}

describe.concurrent("the nouns of a Dial", () => {
  test("[XT13] a Number answers and talks, and its callbacks tell", async () => {
    await using scene = await TwimlScene.open(booted);
    const caller = await scene.connect(
      `<Dial><Number ${callbackAttributes}>+61491570201</Number></Dial>`,
      { sends: tones.caller },
    );
    const callee = await rungAt("61491570201");

    await Promise.all([receivesTone(caller, tones.callee), receivesTone(callee, tones.caller)]);
    await callee.hangUp();

    const legs = await scene.awaitParamsOf("leg", 4);
    expect(legs.map(({ CallStatus }) => CallStatus)).toEqual([
      "initiated",
      "ringing",
      "in-progress",
      "completed",
    ]);
    expect(legs.map(({ SequenceNumber }) => SequenceNumber)).toEqual(["0", "1", "2", "3"]);
    const [{ CallSid } = {}] = scene.paramsOf("incoming");
    for (const leg of legs) {
      expect(leg).toMatchObject({ ParentCallSid: CallSid, To: "+61491570201" });
    }
    expect(legs[3]).toMatchObject({ SipResponseCode: "200", Duration: "1" });
  });
});
