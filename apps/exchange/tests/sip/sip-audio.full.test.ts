import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import type { MediaEvent, MediaPort } from "@linedesk/media";
import {
  aListener,
  anExchange,
  answerIntoRoom,
  Cleanup,
  realMedia,
  type TestExchange,
  until,
} from "../support/sip-support.ts";

const whole = new Cleanup();
const cleanup = new Cleanup();
const events: MediaEvent[] = [];
let media: MediaPort;
let exchange: TestExchange;

beforeAll(async () => {
  media = await realMedia(whole);
  media.onEvent((event) => events.push(event));
});
beforeEach(async () => {
  events.length = 0;
  exchange = await anExchange(cleanup, { media });
  exchange.intake.onReceive = (leg) => answerIntoRoom(leg, media);
});
afterEach(() => cleanup.run());
afterAll(() => whole.run());

test("[XM37] lets two listeners hear each other, whichever of the two laws they speak", async () => {
  const alice = await aListener(cleanup, exchange.sip, { sends: 440, laws: ["PCMU"] });
  const bob = await aListener(cleanup, exchange.sip, { sends: 1000, laws: ["PCMA"] });

  await until("alice hears bob", () => alice.toneAmplitude(1000) > 0.1);
  await until("bob hears alice", () => bob.toneAmplitude(440) > 0.1);

  expect(alice.toneAmplitude(440)).toBeLessThan(0.01);
  expect(bob.toneAmplitude(1000)).toBeLessThan(0.01);
});

test("[XI10] sends to where a listener behind a router really is", async () => {
  const bob = await aListener(cleanup, exchange.sip, { sends: 1000 });
  const alice = await aListener(cleanup, exchange.sip, { sends: 440, isBehindRouter: true });

  await until("bob hears alice", () => bob.toneAmplitude(440) > 0.1);
  await until("alice hears bob", () => alice.toneAmplitude(1000) > 0.1);

  expect(alice.toneAmplitude(440)).toBeLessThan(0.01);
});

test("[XM66] takes RFC 4733 digits of a listener and sends some to them", async () => {
  const alice = await aListener(cleanup, exchange.sip, { sends: 440 });
  await alice.answered;
  await until("alice hears packets", () => alice.packetsReceived > 5);

  await alice.sendDigits("19#");
  media.sendDigits(exchange.intake.call().leg.id, "407");

  await until("all digits", () => events.filter(({ type }) => type === "leg.digit").length === 3);
  const digits = events.flatMap((event) => (event.type === "leg.digit" ? [event.digit] : []));
  expect(digits.join("")).toBe("19#");
  await until("alice's digits", () => alice.digitsReceived === "407");
});

test("[XI17] [XI10] the sound follows a far end that moves, and the call is the same", async () => {
  const alice = await aListener(cleanup, exchange.sip, { sends: 440 });
  const bob = await aListener(cleanup, exchange.sip, { sends: 1000 });
  await until("both hear", () => bob.toneAmplitude(440) > 0.1 && alice.toneAmplitude(1000) > 0.1);

  for (let moves = 0; moves < 3; moves += 1) {
    await alice.move();
    const before = alice.packetsReceived;
    await until("packets at the new place", () => alice.packetsReceived > before + 30);
    await until("both hear", () => bob.toneAmplitude(440) > 0.1 && alice.toneAmplitude(1000) > 0.1);
  }

  expect(exchange.intake.calls.map(({ sink }) => sink.events)).toEqual([[], []]);
});
