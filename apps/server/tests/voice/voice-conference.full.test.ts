import { afterAll, expect, test } from "vitest";

import type { Call, Conference } from "@linedesk/contract";
import { ring, type SipListener, type VoiceCall } from "@linedesk/testkit";
import { alice, openExchangeDesk } from "../support/exchange-desk.ts";

const PEOPLE = 20;
const SPEAKING_AT_ONCE = 4;
const OPERATOR_HZ = 2_900;
const AUDIBLE_LEVEL = 0.03;
const silence = new Int16Array(8_000);

const listeners: SipListener[] = [];

const desk = await openExchangeDesk();
const softphone = await desk.softphone(alice);
await softphone.say(OPERATOR_HZ);
afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.close()));
  await softphone.close();
});

async function ringAll(): Promise<Call[]> {
  for (let index = 0; index < PEOPLE; index += 1) {
    const from = `+6149157${String(1_000 + index)}`;
    const listener = await ring({ exchange: desk.sip, from, to: "+61255500101" });
    listener.say(silence);
    listeners.push(listener);
  }
  await desk.until("all wait", async () => (await desk.calls(alice)).length === PEOPLE, 30_000);
  return desk.calls(alice);
}

async function answer(id: string): Promise<VoiceCall> {
  const { claim } = await desk.handle(alice, id, "accept");
  const leg = await softphone.connect({ params: { claim: claim.id } });
  await leg.waitFor("accept");
  await desk.untilDesk(alice, id, "screening");
  return leg;
}

async function confer(body: object): Promise<Conference | null> {
  const { conference } = await desk.post("/conference", body, alice);
  return conference as Conference | null;
}

/** Whoever speaks is received by everybody else, and receives no echo of the own words. */
async function assertReceived(speaking: readonly number[], hzOf: (index: number) => number) {
  for (const [index, listener] of listeners.entries()) {
    await desk.until(`${index} receives the others`, async () => {
      const receives = (hz: number) => listener.toneAmplitude(hz) > AUDIBLE_LEVEL;
      const others = speaking.filter((one) => one !== index);
      const isEchoed = speaking.includes(index) && receives(hzOf(index));
      return !isEchoed && receives(OPERATOR_HZ) && others.every((one) => receives(hzOf(one)));
    });
  }
}

test("[CF9] [CF4] twenty people and their operator are in one conference: each is heard by all the others, and not by himself", async () => {
  const [first, ...others] = await ringAll();
  const leg = await answer(first?.id ?? "");
  const calls = [first?.id ?? "", others[0]?.id ?? ""];
  const started = await confer({ action: "start", calls });
  const more = others.slice(1).map(({ id }) => id);
  await confer({ action: "add", conference: started?.id, calls: more });
  await desk.until("all are in", async () => {
    const { conferences } = await desk.snapshot();
    return conferences.some((room) => room.participants.length === PEOPLE + 1);
  });

  const hzOf = (index: number) => 400 + index * 110;
  for (let from = 0; from < PEOPLE; from += SPEAKING_AT_ONCE) {
    const speaking = Array.from({ length: SPEAKING_AT_ONCE }, (_none, index) => from + index);
    for (const [index, listener] of listeners.entries()) {
      listener.say(speaking.includes(index) ? hzOf(index) : silence);
    }
    await assertReceived(speaking, hzOf);
    for (const index of speaking) {
      await leg.receivesTone(hzOf(index));
    }
  }

  await confer({ action: "end", conference: started?.id, behavior: "END" });
  await Promise.all(listeners.map((listener) => listener.ended));
  await leg.waitFor("disconnect");
  expect(await desk.calls(alice)).toEqual([]);
});
