import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

import type { Call, Claim, Conference } from "@linedesk/contract";
import { demoPeople } from "@linedesk/sso";
import { ring, type SipListener, type VoiceClient } from "@linedesk/testkit";
import { createSessionStore } from "../../src/auth/session-store.ts";
import { Sessions } from "../../src/auth/sessions.ts";
import { ExchangeDesk } from "../support/exchange-desk.ts";
import { silentSdp } from "../support/silent-sdp.ts";

let desk: ExchangeDesk;
let softphone: VoiceClient;
const [person, , colleague] = demoPeople;
if (person === undefined || colleague === undefined) {
  throw new Error("no demo people");
}
const alice = { id: person.sub, name: person.name };
const bob = { id: colleague.sub, name: colleague.name };
const mainLine = "+61255500101";
/** A, to the listener's side; the softphone's microphone says 1 kHz. */
const listenerHz = 440;
const operatorHz = 1_000;
const audibleLevel = 0.03;
const listeners: SipListener[] = [];

beforeAll(async () => {
  desk = await ExchangeDesk.open();
  softphone = await desk.softphone(alice);
  await softphone.say(operatorHz);
});
afterEach(async ({ task }) => {
  for (const listener of listeners.splice(0)) {
    await listener.close();
  }
  if (task.result?.state === "fail") {
    await endWhatIsLeft();
  }
  await desk.until("every call is over", async () => (await desk.calls(alice)).length === 0);
});
afterAll(async () => {
  await softphone.close();
  await desk.close();
});

/** Of a try that failed: no later one is to meet its calls, or to miss the softphone. */
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
function receivesNoOperator(listener: SipListener) {
  return async () => listener.toneAmplitude(operatorHz) < audibleLevel / 3;
}

/** A listener rings and is talked to. */
async function aScreenedCall() {
  const listener = await listen();
  await desk.until("the call waits", async () => (await desk.calls(alice)).length === 1);
  const [call] = await desk.calls(alice);
  const id = call?.id ?? "";
  const { claim } = await desk.handle(alice, id, "accept");
  const leg = await softphone.connect({ params: { claim: claim.id } });
  await leg.waitFor("accept");
  await desk.untilDesk(alice, id, "screening");
  await leg.receivesTone(listenerHz);
  await desk.until("the listener hears the operator", receivesOperator(listener));
  return { listener, id, leg };
}

test("[SR23] a call over SIP is accepted, heard both ways, held with music, resumed and hung up", async () => {
  const { listener, id, leg } = await aScreenedCall();

  await desk.post("/twilio/calls/handle_hold", { call: id, hold: true }, alice);
  await desk.until("the operator is not heard", receivesNoOperator(listener));
  await leg.receivesTone(listenerHz, false);
  await desk.post("/twilio/calls/handle_hold", { call: id, hold: false }, alice);
  await leg.receivesTone(listenerHz);
  await desk.until("the operator is heard again", receivesOperator(listener));

  await desk.handle(alice, id, "hang_up");
  await leg.waitFor("disconnect");
  await listener.ended;
  await desk.untilDesk(alice, id, "ended");
  expect(await desk.calls(alice)).toEqual([]);
});

test("[DS13] [DS20] [DS21] [DS22] callers hear whom they should through swap, end, undo, verify and Next", async () => {
  const otherHz = 1_600;
  const { listener, id, leg } = await aScreenedCall();
  const secondLine = await desk.softphone(alice);
  await secondLine.say(otherHz);
  const other = await listen();
  await desk.until("the other waits", async () => (await desk.calls(alice)).length === 2);
  const waiting = (await desk.calls(alice)).find((call) => call.id !== id)?.id ?? "";
  function act(body: object) {
    const path = "/twilio/calls/handle_call";
    return desk.post(path, body, alice) as unknown as Promise<{ claim: Claim }>;
  }
  async function onLine1(body: object) {
    const { claim } = await act({ ...body, line: "line1" });
    return softphone.connect({ params: { claim: claim.id } });
  }
  function receivesAlone(who: SipListener, hz: number, silentHz: number) {
    return desk.until(`the caller hears ${hz} Hz alone`, async () => {
      const isSilent = who.toneAmplitude(silentHz) < audibleLevel / 3;
      return isSilent && who.toneAmplitude(hz) > audibleLevel;
    });
  }

  const { claim } = await act({ call: waiting, action: "accept", line: "line2" });
  const second = await secondLine.connect({ params: { claim: claim.id } });
  await receivesAlone(other, otherHz, operatorHz);
  await act({ call: id, action: "swap" });
  await receivesAlone(listener, otherHz, operatorHz);
  await receivesAlone(other, operatorHz, otherHz);
  expect(leg.events().map(({ name }) => name)).not.toContain("disconnect");

  await act({ call: waiting, action: "hang_up" });
  await desk.until("the operator is not heard", receivesNoOperator(other));
  await leg.waitFor("disconnect");
  const again = await onLine1({ call: waiting, action: "undo" });
  await desk.until("the caller who was ended is back", receivesOperator(other));

  await act({ call: waiting, action: "verify" });
  await again.waitFor("disconnect");
  await desk.until("the operator is not heard", receivesNoOperator(other));
  const next = await onLine1({ station: desk.station, action: "take_next" });
  await desk.until("the next caller is talked with", receivesOperator(other));

  for (const one of [other, listener]) {
    await one.hangUp();
  }
  await next.waitFor("disconnect");
  await second.waitFor("disconnect");
  await secondLine.close();
});

test("[DS27] a vanished softphone leaves the caller on music, and the call is taken over", async () => {
  const { listener, id, leg } = await aScreenedCall();
  await leg.disconnect();

  const left = await desk.untilDesk(alice, id, "held");
  expect(left.desk).toMatchObject({ unattended: true });
  await desk.until("the operator is not heard", receivesNoOperator(listener));

  const { claim } = await desk.handle(alice, id, "take_over");
  const again = await softphone.connect({ params: { claim: claim.id } });
  await again.receivesTone(listenerHz);
  await desk.untilDesk(alice, id, "screening");
  await listener.hangUp();
  await desk.untilDesk(alice, id, "ended");
  await again.waitFor("disconnect");
});

test("[SR20] the demonstration telephone rings a line and is talked to", async () => {
  const phone = await desk.phone();
  await phone.say(listenerHz);
  const outside = await phone.connect({ params: { To: mainLine, CallerNumber: "+61491570156" } });
  await outside.waitFor("accept");
  await desk.until("the call waits", async () => (await desk.calls(alice)).length === 1);
  const [call] = await desk.calls(alice);
  expect(call?.caller).toMatchObject({ number: "+61491570156", name: "Priya Nair" });

  const { claim } = await desk.handle(alice, call?.id ?? "", "accept");
  const leg = await softphone.connect({ params: { claim: claim.id } });
  await leg.receivesTone(listenerHz);
  await outside.receivesTone(operatorHz);
  await outside.disconnect();
  await leg.waitFor("disconnect");
  await phone.close();
});

test("[SR34] a call of the demonstration telephone without sound is nobody's call and is hung up", async () => {
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

test("[PL4] a closed line says so and hangs up", async () => {
  const listener = await listen("+61255500103");
  await listener.answered;

  await listener.ended;
  expect(await desk.calls(alice)).toEqual([]);
});

test("[DS30] a restart of the server ends no call; what happened meanwhile is found", async () => {
  const { listener, id, leg } = await aScreenedCall();
  await desk.stopServer();
  await leg.disconnect();
  await desk.startServer();

  expect((await desk.untilDesk(alice, id, "held")).desk).toMatchObject({ unattended: true });
  await listener.hangUp();
  await desk.untilDesk(alice, id, "ended");
});

test("[DS27] [DS29] a killed browser leaves the caller on music, unattended, and the call is taken over", async () => {
  const { listener, id } = await aScreenedCall();
  await softphone.close();
  const left = await desk.untilDesk(alice, id, "held");
  expect(left.desk).toMatchObject({ unattended: true });
  await desk.until("the operator is not heard", receivesNoOperator(listener));

  softphone = await desk.softphone(alice);
  await softphone.say(operatorHz);
  const { claim } = await desk.handle(alice, id, "take_over");
  const again = await softphone.connect({ params: { claim: claim.id } });
  await again.receivesTone(listenerHz);
  await desk.until("the listener hears the operator", receivesOperator(listener));
  await desk.handle(alice, id, "hang_up");
  await listener.ended;
});

test("[SR15] [CA21] a killed exchange: its calls end as lost, and the next call works", async () => {
  const { id } = await aScreenedCall();
  await desk.stopExchange();
  await desk.startExchange();
  await desk.untilDesk(alice, id, "ended");
  const ended = await desk.db.selectFrom("call").select("reason").where("id", "=", id).execute();
  expect(ended).toEqual([{ reason: "exchange_lost" }]);

  await softphone.close();
  softphone = await desk.softphone(alice);
  await softphone.say(operatorHz);
  const next = await aScreenedCall();
  await next.listener.hangUp();
  await desk.untilDesk(alice, next.id, "ended");
});

test("[AU29] the end of every session of the operator does not cut the call", async () => {
  const { listener, id, leg } = await aScreenedCall();

  const sessions = new Sessions({
    store: createSessionStore(desk.db),
    limits: { idleMs: 60_000, absoluteMs: 60_000 },
    now: Date.now,
  });
  await sessions.start(alice.id, { idTokenHint: null, userAgent: null });

  expect(await sessions.endAllOf(alice.id)).toBe(1);

  // Whoever would end the call because of it has the time of several mixer turns and webhooks.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await leg.receivesTone(listenerHz);
  await desk.until("the operator is still heard", receivesOperator(listener));
  await desk.untilDesk(alice, id, "screening");
  await listener.hangUp();
  await desk.untilDesk(alice, id, "ended");
});

test("[CF2] [CF3] [CF4] [CF6] [CF8] [CF9] [CF10] [DS11] a conference: all hear each other, one is held, the operator is lost and a colleague takes over, HOLD and END", async () => {
  const otherHz = 1_600;
  const bobHz = 2_200;
  const { listener, id, leg } = await aScreenedCall();
  const other = await listen();
  other.say(otherHz);
  await desk.until("the other waits", async () => (await desk.calls(alice)).length === 2);
  const second = (await desk.calls(alice)).find((call) => call.id !== id)?.id ?? "";
  function untilTone(who: SipListener, hz: number, isAudible = true) {
    return desk.until(`the caller hears ${isAudible ? "" : "no "}${hz} Hz`, async () => {
      const level = who.toneAmplitude(hz);
      return isAudible ? level > audibleLevel : level < audibleLevel / 3;
    });
  }
  async function act(body: object, person = alice) {
    const answer = await desk.post("/conference", body, person);
    return answer as unknown as { conference: Conference | null; calls: Call[] };
  }

  const { conference: started } = await act({ action: "start", calls: [id, second] });
  const conference = started?.id ?? "";
  expect(started?.members.map(({ call }) => call).toSorted()).toEqual([id, second].toSorted());
  await untilTone(listener, otherHz);
  await untilTone(other, listenerHz);
  await untilTone(other, operatorHz);
  await leg.receivesTone(otherHz);
  await leg.receivesTone(listenerHz);
  await desk.untilDesk(alice, second, "screening");

  const muted = await act({ action: "mute", conference, calls: [second] });
  expect(muted.conference?.members.find(({ call }) => call === second)?.muted).toBe(true);
  await untilTone(listener, otherHz, false);
  await untilTone(other, listenerHz);
  await act({ action: "mute", conference, calls: [second], on: false });
  await untilTone(listener, otherHz);

  const held = await act({ action: "hold", conference, calls: [second] });
  expect(held.calls.find((call) => call.id === second)).toMatchObject({
    desk: { status: "held", unattended: false },
    conference: { id: conference, onHold: true },
  });
  await untilTone(listener, otherHz, false);
  await untilTone(other, listenerHz, false);
  await act({ action: "hold", conference, on: false });
  await untilTone(other, listenerHz);

  await leg.disconnect();
  const alone = await desk.untilDesk(alice, id, "held");
  expect(alone).toMatchObject({ desk: { unattended: true }, conference: { id: conference } });
  await untilTone(listener, operatorHz, false);
  await untilTone(listener, otherHz);
  await untilTone(other, listenerHz);

  const bobsPhone = await desk.softphone(bob);
  await bobsPhone.say(bobHz);
  const { claim } = await desk.handle(bob, second, "take_over");
  const bobsLeg = await bobsPhone.connect({ params: { claim: claim.id } });
  await untilTone(listener, bobHz);
  await untilTone(other, bobHz);
  await bobsLeg.receivesTone(listenerHz);
  for (const one of [id, second]) {
    const call = await desk.untilDesk(bob, one, "screening");
    expect(call.desk).toMatchObject({ holder: { user: bob.id } });
  }

  await act({ action: "remove", conference, calls: [second] }, bob);
  await untilTone(listener, otherHz, false);
  await untilTone(listener, bobHz);
  await desk.untilDesk(bob, second, "held");
  await act({ action: "add", conference, calls: [second] }, bob);
  await untilTone(listener, otherHz);
  await desk.untilDesk(bob, second, "screening");

  const ended = await act({ action: "end", conference, behavior: "HOLD" }, bob);
  expect(ended.conference).toBeNull();
  await bobsLeg.waitFor("disconnect");
  await untilTone(listener, otherHz, false);
  await untilTone(other, listenerHz, false);
  for (const one of [id, second]) {
    const call = await desk.untilDesk(bob, one, "held");
    expect(call).toMatchObject({ conference: null, desk: { unattended: false } });
  }

  const back = await desk.post(
    "/twilio/calls/handle_hold",
    { call: id, hold: false, line: "line1" },
    bob,
  );
  const bobsNext = await bobsPhone.connect({ params: { claim: (back["claim"] as Claim).id } });
  await untilTone(listener, bobHz);
  const again = await act({ action: "start", calls: [id, second] }, bob);
  await untilTone(listener, otherHz);
  await act({ action: "end", conference: again.conference?.id, behavior: "END" }, bob);
  await listener.ended;
  await other.ended;
  await bobsNext.waitFor("disconnect");
  await bobsPhone.close();
});
