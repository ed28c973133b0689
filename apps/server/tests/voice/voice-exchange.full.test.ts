import { afterAll, afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";

import type { Call, Conference } from "@linedesk/contract";
import { ring, type SipListener, type VoiceCall } from "@linedesk/testkit";
import { createSessionStore } from "../../src/auth/session-store.ts";
import { Sessions } from "../../src/auth/sessions.ts";
import { alice, openExchangeDesk } from "../support/exchange-desk.ts";
import { silentSdp } from "../support/silent-sdp.ts";

const mainLine = "+61255500101";
const listenerHz = 440;
const operatorHz = 1_000;
const audibleLevel = 0.03;
const listeners: SipListener[] = [];
const PEOPLE = 20;
const SPEAKING_AT_ONCE = 4;
const OPERATOR_HZ = 2_900;
const silence = new Int16Array(8_000);

const desk = await openExchangeDesk();
let softphone = await desk.softphone(alice);
await softphone.say(operatorHz);
afterEach(async ({ task }) => {
  for (const listener of listeners.splice(0)) {
    await listener.close();
  }
  if (task.result?.state === "fail") {
    await endWhatIsLeft();
  }
  await desk.until("every call is over", async () => (await desk.calls(alice)).length === 0);
});
afterAll(() => softphone.close());

/** Ends the calls of a failed test, so that the next test does not find them. */
async function endWhatIsLeft(): Promise<void> {
  for (const { id } of await desk.calls(alice)) {
    for (const action of ["hang_up", "reject"]) {
      await desk.handle(alice, id, action).catch(() => undefined);
    }
  }
  await softphone.close();
  softphone = await desk.softphone(alice);
  await softphone.say(operatorHz);
}

async function listen(to = mainLine): Promise<SipListener> {
  const listener = await ring({ exchange: desk.sip, from: "+61491570006", to });
  listeners.push(listener);
  listener.say(listenerHz);
  return listener;
}

function receivesOperator(listener: SipListener) {
  return async () => listener.toneAmplitude(operatorHz) > audibleLevel;
}

async function screen(id: string): Promise<VoiceCall> {
  const { claim } = await desk.handle(alice, id, "accept");
  const leg = await softphone.connect({ params: { claim: claim.id } });
  await leg.waitFor("accept");
  await desk.untilDesk(alice, id, "screening");
  return leg;
}

async function aScreenedCall() {
  const listener = await listen();
  await desk.until("the call waits", async () => (await desk.calls(alice)).length === 1);
  const [call] = await desk.calls(alice);
  const id = call?.id ?? "";
  const leg = await screen(id);
  await leg.receivesTone(listenerHz);
  await desk.until("the listener hears the operator", receivesOperator(listener));
  return { listener, id, leg };
}

test("[SR34] a call of the demonstration telephone without sound is not stored and is hung up", async () => {
  const { token, signalUrl } = await desk.phoneToken();
  const callsBefore = await countCalls();
  const socket = new WebSocket(`${signalUrl}/signal`);
  const seen: string[] = [];
  socket.on("message", (data: Buffer) => {
    const text = data.toString().trim();
    if (text !== "") {
      seen.push((JSON.parse(text) as { type: string }).type);
    }
  });
  function say(type: string, payload: object): void {
    socket.send(JSON.stringify({ type, version: "1.6", payload }));
  }
  function has(type: string) {
    return async () => seen.includes(type);
  }
  await desk.until("the socket is open", async () => socket.readyState === WebSocket.OPEN);
  say("listen", { token });
  await desk.until("the token is taken", has("connected"));

  const params = new URLSearchParams({ To: mainLine, CallerNumber: "+61491570156" });
  say("invite", { callsid: "TJSsilent", sdp: silentSdp, twilio: { params: params.toString() } });
  await desk.until("the call is answered", has("answer"));
  await desk.until("the call is hung up", has("hangup"), 30_000);

  expect(await countCalls()).toBe(callsBefore);
  socket.close();
});

async function countCalls(): Promise<number> {
  return (await desk.db.selectFrom("call").select("id").execute()).length;
}

test("[AU29] the end of all sessions of the operator does not end the call", async () => {
  const { listener, id, leg } = await aScreenedCall();

  const sessions = new Sessions({
    store: createSessionStore(desk.db),
    limits: { idleMs: 60_000, absoluteMs: 60_000 },
    now: Date.now,
  });
  await sessions.start(alice.id, { idTokenHint: null, userAgent: null });

  expect(await sessions.endSessionsOf(alice.id)).toBe(1);

  // A reaction to the end of the sessions would take several mixer ticks and webhooks, so the test
  // waits longer.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await leg.receivesTone(listenerHz);
  await desk.until("the operator is still heard", receivesOperator(listener));
  await desk.untilDesk(alice, id, "screening");
  await listener.hangUp();
  await desk.untilDesk(alice, id, "ended");
});

async function ringAll(): Promise<Call[]> {
  for (let index = 0; index < PEOPLE; index += 1) {
    const from = `+6149157${String(1_000 + index)}`;
    const listener = await ring({ exchange: desk.sip, from, to: mainLine });
    listener.say(silence);
    listeners.push(listener);
  }
  await desk.until("all wait", async () => (await desk.calls(alice)).length === PEOPLE, 30_000);
  return desk.calls(alice);
}

async function confer(body: object): Promise<Conference | null> {
  const { conference } = await desk.post("/conference", body, alice);
  return conference as Conference | null;
}

/** Waits until each listener receives the operator and all other speakers, and no echo. */
async function assertReceived(speaking: readonly number[], hzOf: (index: number) => number) {
  for (const [index, listener] of listeners.entries()) {
    await desk.until(`${index} receives the others`, async () => {
      const receives = (hz: number) => listener.toneAmplitude(hz) > audibleLevel;
      const others = speaking.filter((one) => one !== index);
      const isEchoed = speaking.includes(index) && receives(hzOf(index));
      return !isEchoed && receives(OPERATOR_HZ) && others.every((one) => receives(hzOf(one)));
    });
  }
}

test("[CF9] [CF4] in a conference of twenty people and their operator each is heard by all others, and not by themselves", async () => {
  await softphone.say(OPERATOR_HZ);
  const [first, ...others] = await ringAll();
  const leg = await screen(first?.id ?? "");
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
