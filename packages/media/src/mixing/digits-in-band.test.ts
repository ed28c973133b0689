import { expect, test } from "vitest";

import { dtmf, joinSamples, silence } from "@linedesk/audio";
import { Studio } from "../testing/fake-studio.ts";

async function aPhone(telephoneEvent: number | null) {
  const studio = new Studio();
  const phone = await studio.add("phone", null, telephoneEvent);
  return { studio, phone, digits: () => studio.ofType("leg.digit") };
}

test("[XM66] digits of a leg without telephone events are detected in its sound, each once", async () => {
  const { studio, phone, digits } = await aPhone(null);

  phone.say(joinSamples([silence(400, 8000), dtmf("13#", 8000), silence(200, 8000)]));
  await studio.run(1500);

  expect(digits()).toEqual(
    ["1", "3", "#"].map((digit) => ({ type: "leg.digit", leg: "phone", digit, isInBand: true })),
  );
});

test("[XM66] no tones are detected on a leg with telephone events", async () => {
  const { studio, phone, digits } = await aPhone(101);

  phone.say(joinSamples([silence(400, 8000), dtmf("13#", 8000), silence(200, 8000)]));
  await studio.run(1500);

  expect(digits()).toEqual([]);
});

test("[XM66] a new session description with telephone events ends the detection", async () => {
  const { studio, phone, digits } = await aPhone(null);

  await studio.engine.connectRtp("phone", {
    address: "127.0.0.1",
    port: 5000,
    codec: "PCMU",
    payloadType: 0,
    telephoneEvent: 101,
  });
  phone.say(joinSamples([silence(400, 8000), dtmf("5", 8000), silence(200, 8000)]));
  await studio.run(1000);

  expect(digits()).toEqual([]);
});
