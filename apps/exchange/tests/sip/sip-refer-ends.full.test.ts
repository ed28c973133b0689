import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aListener, aTelephone, Cleanup } from "../support/sip-support.ts";
import { attended, ending, ringReferrer } from "./referrer.ts";
import { outcome } from "./sipp.ts";

const number = "+61255500101";
const tones = { listener: 440, carla: 620 };
/** Long enough for a starved machine to bring the parties together before. */
const limitS = 20;

const cleanup = new Cleanup();
let booted: BootedExchange;
let folder = "";

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
});
beforeEach(() => {
  folder = cleanup.folder();
  booted.web.clear();
});
afterEach(() => cleanup.run());
afterAll(() => booted.close());

function isLoud(amplitude: number): boolean {
  return amplitude > 0.05;
}
function ringing(dial: string, written: (scenario: string) => string) {
  return ringReferrer(dial, { cleanup, booted, folder, number, sends: tones.listener, written });
}

test("[XI83] whom sipp leaves to each other are hung up when the first of the two limits is over", async () => {
  const carla = await aTelephone(cleanup, { sends: tones.carla });
  const called = `sip:carla@127.0.0.1:${carla.address.port}`;
  const dial = `<Dial referUrl="/refer" timeLimit="600"><Sip>${called}</Sip></Dial>`;
  booted.web.answer("/incoming", dial);
  const consulting = await aListener(cleanup, { address: booted.exchange.sip }, { to: number });
  await consulting.answered;
  const reached = await carla.nextCall();

  const limited = `referUrl="/refer" timeLimit="${limitS}"`;
  const { program, listener } = await ringing(limited, attended(consulting.replaces));
  await eventually(async () => reached.toneAmplitude(tones.listener), isLoud);
  await eventually(async () => listener.toneAmplitude(tones.carla), isLoud);
  expect(await outcome(program)).toBe("success");
  expect(await consulting.ended).toMatchObject({ by: "exchange" });

  const ends = await Promise.all([listener.ended, reached.ended]);

  expect(ends).toMatchObject([{ by: "exchange" }, { by: "exchange" }]);
});

/** Sipp's caller is being passed on to carla, who rings. */
async function aTransfer(written: (scenario: string) => string) {
  const carla = await aTelephone(cleanup, { does: { type: "ring" } });
  const called = `sip:carla@127.0.0.1:${carla.address.port}`;
  booted.web.answer("/refer", `<Dial><Sip>${called}</Sip></Dial>`);
  const { program, listener } = await ringing('referUrl="/refer" answerOnBridge="true"', written);
  const reached = await carla.nextCall();
  const { params } = await booted.web.waitForRequest("/refer");
  return { program, listener, reached, refereeSid: String(params["CallSid"]) };
}

test("[XT87] sipp is told 487 before its BYE when its caller hangs up while the next rings", async () => {
  const { program, listener, reached } = await aTransfer(ending("487"));

  await listener.hangUp();

  expect(await outcome(program)).toBe("success");
  expect(await reached.ended).toMatchObject({ by: "exchange" });
});

test("[XT87] sipp is told 487 before its BYE when REST takes its caller elsewhere", async () => {
  const { program, listener, reached, refereeSid } = await aTransfer(ending("487"));

  const twiml = '<Response><Pause length="60"/></Response>';
  await booted.rest.calls(refereeSid).update({ twiml });

  expect(await outcome(program)).toBe("success");
  expect(await reached.ended).toMatchObject({ by: "exchange" });
  expect(listener.status).toBe("talking");
});
