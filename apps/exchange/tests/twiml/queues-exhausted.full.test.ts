import { afterAll, beforeAll, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";
import { receivesTone, TwimlScene } from "../support/twiml-scene.ts";

const atMost = 1000;

let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  for (let made = 0; made < atMost; made += 20) {
    const names = Array.from({ length: 20 }, (_, i) => `queue ${made + i}`);
    await Promise.all(names.map((friendlyName) => booted.rest.queues.create({ friendlyName })));
  }
});
afterAll(() => booted.close());

test("[XT44] system-error: an exchange that has a thousand queues makes no more", async () => {
  await using scene = await TwimlScene.open(booted);
  scene.answer("left", `<Play loop="0">${scene.tone(800)}</Play>`);

  const caller = await scene.connect(`<Enqueue action="left">one more</Enqueue>`);

  expect(await scene.requests("left")).toMatchObject({ QueueResult: "system-error" });
  await receivesTone(caller, 800);
});
