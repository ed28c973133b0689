import { afterAll, afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";

import { ring, type SipListener } from "@linedesk/testkit";
import { createSessionStore } from "../../src/auth/session-store.ts";
import { Sessions } from "../../src/auth/sessions.ts";
import { alice, openExchangeDesk } from "../support/exchange-desk.ts";
import { silentSdp } from "../support/silent-sdp.ts";

const mainLine = "+61255500101";
const listenerHz = 440;
const operatorHz = 1_000;
const audibleLevel = 0.03;
const listeners: SipListener[] = [];

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
