import { afterAll, beforeAll, expect, test } from "vitest";

import type { MediaPort } from "@linedesk/media";
import { invalidTorture, meaningTorture, validTorture } from "@linedesk/sip/testing";
import { Attackers } from "../hostile/attackers.ts";
import {
  aListener,
  anExchange,
  answerIntoRoom,
  Cleanup,
  realMedia,
  type TestExchange,
  until,
} from "../support/sip-support.ts";

const cleanup = new Cleanup();
const messages = [...validTorture, ...invalidTorture, ...meaningTorture];
const studio = "+61255500101";
let media: MediaPort;
let exchange: TestExchange;

beforeAll(async () => {
  media = await realMedia(cleanup);
  exchange = await anExchange(cleanup, { media });
  exchange.intake.onReceive = (leg) => {
    const { arrival } = exchange.intake.calls.at(-1) ?? {};
    if (arrival?.to === studio) {
      answerIntoRoom(leg, media);
    } else {
      leg.decline({ cause: "not-found" });
    }
  };
});
afterAll(() => cleanup.run());

test("[XI50] the messages of RFC 4475 to a living endpoint: a call goes on, and the next one works", async () => {
  const alice = await aListener(cleanup, exchange.sip, { sends: 440 });
  const bob = await aListener(cleanup, exchange.sip, { sends: 1000 });
  await until(
    "alice and bob hear each other",
    () => alice.toneAmplitude(1000) > 0.1 && bob.toneAmplitude(440) > 0.1,
  );
  const attackers = await Attackers.many(messages.length);
  cleanup.add(() => attackers.close());
  // The answers come back to us: whom a hop names is nobody's business here.
  const texts = messages.map(({ text }) =>
    text.replace(/^(v|via)( *: *SIP\/2\.0\/UDP [^\r;]+)/im, "$1$2;rport"),
  );

  for (let round = 0; round < 3; round += 1) {
    const unlike = texts.map((text) => text.replace(/^(Call-ID: *)/im, `$1r${round}`));
    await attackers.fire(
      unlike.map((text) => Buffer.from(text)),
      exchange.sip.address.port,
    );
    await until(
      "they still hear each other",
      () => alice.toneAmplitude(1000) > 0.1 && bob.toneAmplitude(440) > 0.1,
    );
  }

  await until("enough was answered", () => attackers.received.length > messages.length);
  const carla = await aListener(cleanup, exchange.sip, { sends: 600 });
  await until("carla is heard", () => alice.toneAmplitude(600) > 0.1);
  await until("carla hears", () => carla.toneAmplitude(1000) > 0.1);
  const [first, second] = exchange.intake.calls;
  expect([first?.sink.events, second?.sink.events]).toEqual([[], []]);
});
