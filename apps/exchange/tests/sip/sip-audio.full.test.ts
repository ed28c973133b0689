import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import type { MediaPort } from "@linedesk/media";
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
let media: MediaPort;
let exchange: TestExchange;

beforeAll(async () => {
  media = await realMedia(whole);
});
beforeEach(async () => {
  exchange = await anExchange(cleanup, { media });
  exchange.intake.onReceive = (leg) => answerIntoRoom(leg, media);
});
afterEach(() => cleanup.run());
afterAll(() => whole.run());

test("[XI10] sends to where a listener behind a router really is", async () => {
  const bob = await aListener(cleanup, exchange.sip, { sends: 1000 });
  const alice = await aListener(cleanup, exchange.sip, { sends: 440, isBehindRouter: true });

  await until("bob hears alice", () => bob.toneAmplitude(440) > 0.1);
  await until("alice hears bob", () => alice.toneAmplitude(1000) > 0.1);

  expect(alice.toneAmplitude(440)).toBeLessThan(0.01);
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
