import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { SipListener } from "@linedesk/testkit";
import { BootedExchange, eventually } from "../support/booted-exchange.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";

const number = "+61255500101";
const timeoutMs = 20_000;
const tones = [440, 620, 1000] as const;
const numbers = ["0491570006", "0491570156", "0491570157"] as const;

const cleanup = new Cleanup();
let booted: BootedExchange;

beforeAll(async () => {
  booted = await BootedExchange.start();
  const voiceUrl = booted.web.url("/incoming");
  await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
  const conference = `<Conference beep="false">coached</Conference>`;
  booted.web.answer("/incoming", `<Dial>${conference}</Dial>`);
});
afterEach(() => cleanup.run());
afterAll(() => booted.close());

/** Which of the three tones each of the three hears. */
async function eventuallyReceive(people: SipListener[], expected: boolean[][]): Promise<void> {
  function received() {
    return people.map((one) => tones.map((toneHz) => one.toneAmplitude(toneHz) > 0.05));
  }
  await eventually(
    () => Promise.resolve(received()),
    (now) => JSON.stringify(now) === JSON.stringify(expected),
    timeoutMs,
  );
}

test("[XM6][XR18] three telephones: the coach is heard by the one alone, and REST changes it live", async () => {
  const people: SipListener[] = [];
  for (const [i, from] of numbers.entries()) {
    const options = { to: number, from, sends: tones[i] ?? 0 };
    const person = await aListener(cleanup, { address: booted.exchange.sip }, options);
    await person.answered;
    people.push(person);
  }
  const everybody = [
    [false, true, true],
    [true, false, true],
    [true, true, false],
  ];
  await eventuallyReceive(people, everybody);
  const [room] = await booted.rest.conferences.list({ friendlyName: "coached" });
  const calls = await booted.rest.calls.list({ to: number, status: "in-progress" });
  function sidOf(from: string) {
    return calls.find((call) => call.from.endsWith(from.slice(1)))?.sid ?? "";
  }
  const [, operator, coach] = numbers.map(sidOf);
  const participant = booted.rest.conferences(room?.sid ?? "").participants(coach ?? "");

  const coaching = await participant.update({ coaching: true, callSidToCoach: operator ?? "" });
  expect(coaching).toMatchObject({ coaching: true, callSidToCoach: operator });
  await eventuallyReceive(people, [
    [false, true, false],
    [true, false, true],
    [true, true, false],
  ]);

  await participant.update({ coaching: false });
  await eventuallyReceive(people, everybody);
  const himself = participant.update({ callSidToCoach: coach ?? "" });
  await expect(himself).rejects.toMatchObject({ status: 400, code: 16028 });
});
