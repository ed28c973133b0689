import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aListener, aTelephone, Cleanup, until, untilOutput } from "../support/sip-support.ts";
import { commandBaresip, startBaresip } from "./baresip.ts";

const number = "+61255500101";
const tones = { listener: 440, baresip: 600, carla: 620 };

const cleanup = new Cleanup();
let booted: BootedExchange;
let folder = "";
let port = 0;
let commandPort = 0;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
});
beforeEach(async () => {
  folder = cleanup.folder();
  [port, commandPort] = await Promise.all([findFreePort(), findFreePort()]);
  booted.web.clear();
});
afterEach(() => cleanup.run());
afterAll(() => booted.close());

function isLoud(amplitude: number): boolean {
  return amplitude > 0.05;
}

async function aBaresip() {
  const account = ";answermode=auto";
  const program = startBaresip(cleanup, { folder, port, commandPort, account });
  await untilOutput(program, "baresip is ready");
  return program;
}

async function aCarla() {
  const carla = await aTelephone(cleanup, { sends: tones.carla });
  return { carla, uri: `sip:carla@127.0.0.1:${carla.address.port}` };
}

function listens() {
  return aListener(
    cleanup,
    { address: booted.exchange.sip },
    { to: number, sends: tones.listener },
  );
}

test("[XI79] [XT86] baresip's /transfer connects its caller to the third party, and both hear each other", async () => {
  const program = await aBaresip();
  const { carla, uri } = await aCarla();
  const dial = `<Dial referUrl="/refer"><Sip>sip:0491570158@127.0.0.1:${port}</Sip></Dial>`;
  booted.web.answer("/incoming", dial);
  booted.web.answer("/refer", ({ params }) => {
    const [target = ""] = /sip:[^>]*/.exec(params["ReferTransferTarget"] ?? "") ?? [];
    return `<Dial><Sip>${target}</Sip></Dial>`;
  });
  const listener = await listens();
  await eventually(async () => listener.toneAmplitude(tones.baresip), isLoud);

  await commandBaresip(commandPort, "transfer", uri);
  const reached = await carla.nextCall();

  await eventually(async () => reached.toneAmplitude(tones.listener), isLoud);
  await eventually(async () => listener.toneAmplitude(tones.carla), isLoud);
  await until("baresip has ended its call", () => program.output().includes("audio: destroyed"));
  const living = await eventually(
    () => booted.rest.calls.list({ status: "in-progress" }),
    (calls) => calls.length === 2,
  );
  expect(living.map(({ to }) => to).sort()).toEqual([number, uri].sort());
});

test("[XI84] [XT89] a Refer makes baresip itself call the third party, and baresip reports the connection", async () => {
  const { carla, uri } = await aCarla();
  booted.web.answer("/incoming", `<Refer action="/done"><Sip>${uri}</Sip></Refer>`);
  booted.web.answer("/done", "<Hangup/>");
  const args = ["-e", `d sip:0255500101@127.0.0.1:${booted.exchange.sip.port}`];
  startBaresip(cleanup, { folder, port, commandPort, args });

  const reached = await carla.nextCall();

  await eventually(async () => reached.toneAmplitude(tones.baresip), isLoud);
  const { params } = await booted.web.waitForRequest("/done");
  expect(params).toMatchObject({
    ReferCallStatus: "in-progress",
    ReferSipResponseCode: "202",
    NotifySipResponseCode: "200",
  });
});
