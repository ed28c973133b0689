import { afterEach, beforeEach, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import type { SipListener } from "@linedesk/testkit";
import { eventually } from "../support/booted-exchange.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";
import { aListener, aTelephone, Cleanup } from "../support/sip-support.ts";
import { startBusyExchange } from "./busy-exchange.ts";
import { TestMachine, untilReady } from "./started-exchange.ts";

const CALLER_HZ = 600;
const FRIEND_HZ = 950;
const FRIEND = "+61491570156";
const WAITING = 12;
const AUDIBLE = 0.02;

let machine: TestMachine;
let web: ScriptedWebApp;
const cleanup = new Cleanup();

beforeEach(async () => {
  machine = new TestMachine();
  web = await ScriptedWebApp.start();
});
afterEach(async () => {
  await cleanup.run();
  await web.close();
  machine.close();
});

function tone(hz: number): Int16Array {
  const samples = Array.from({ length: 8000 }, (_, at) => Math.sin((2 * Math.PI * hz * at) / 8000));
  return Int16Array.from(samples, (sample) => Math.round(sample * 8000));
}

async function untilReceives(listener: Pick<SipListener, "toneAmplitude">, hz: number) {
  await eventually(
    async () => listener.toneAmplitude(hz),
    (amplitude) => amplitude > AUDIBLE,
  );
}

async function untilMusic(listener: SipListener, after: number): Promise<void> {
  await eventually(
    async () => listener.packetsReceived - after,
    (packets) => packets > 25,
  );
}

test("[XR273] waiting and bridged calls continue over two crashes and a restart, and are never dialled again", async () => {
  const telephone = await aTelephone(cleanup, { sends: tone(FRIEND_HZ) });
  const [rest, sip] = await Promise.all([findFreePort(), findFreePort()]);
  const settings = {
    EXCHANGE_PORT: String(rest),
    SIP_PORT: String(sip),
    SIP_PEER: `127.0.0.1:${String(telephone.address.port)}`,
  };
  const { started, rest: api } = await startBusyExchange(machine, web, settings);
  web.answer("/talk", "<Enqueue>station</Enqueue>");
  web.answer("/never", `<Dial action="/done"><Number>${FRIEND}</Number></Dial>`);
  web.answer("/done", "<Hangup/>");
  const exchange = { address: { address: "127.0.0.1", port: sip } };
  const waiting = await Promise.all(
    Array.from({ length: WAITING }, () => aListener(cleanup, exchange, { to: "+61255500101" })),
  );
  await Promise.all(waiting.map((listener) => listener.answered));
  const caller = await aListener(cleanup, exchange, {
    to: "+61255500102",
    sends: tone(CALLER_HZ),
  });
  const friend = await telephone.nextCall();
  await friend.answered;
  await untilReceives(caller, FRIEND_HZ);
  await untilReceives(friend, CALLER_HZ);
  const before = await api.calls.list({ status: "in-progress" });

  let running = started;
  for (const signal of ["SIGKILL", "SIGKILL", "SIGUSR2"] as const) {
    running.child.kill(signal);
    await running.ended;
    const received = waiting.map((listener) => listener.packetsReceived);
    running = machine.start(settings);
    await untilReady(running);
    await Promise.all(waiting.map((listener, at) => untilMusic(listener, received[at] ?? 0)));
  }

  await untilReceives(caller, FRIEND_HZ);
  await untilReceives(friend, CALLER_HZ);
  expect([...waiting, caller, friend].map(({ status }) => status)).toEqual(
    Array(WAITING + 2).fill("talking"),
  );
  const after = await api.calls.list({ status: "in-progress" });
  const startsOf = (calls: typeof after) =>
    new Map(calls.map(({ sid, startTime }) => [sid, startTime.getTime()]));
  expect(startsOf(after)).toEqual(startsOf(before));
  const [queue] = await api.queues.list();
  expect(queue?.currentSize).toBe(WAITING);
  expect(telephone.calls).toHaveLength(1);
  const again = web.requestsTo("/talk").filter(({ params }) => params["ErrorCode"] === "20500");
  expect(new Set(again.map(({ params }) => params["CallSid"])).size).toBe(WAITING);
  expect(again[0]?.params["ErrorUrl"]).toBe(web.url("/talk"));
  expect(web.requestsTo("/never")).toHaveLength(1);

  await friend.hangUp();
  const { params } = await web.waitForRequest("/done");
  expect(params).toMatchObject({ DialCallStatus: "completed", DialBridged: "true" });
  await caller.ended;
  await waiting[0]?.hangUp();
  const status = await web.waitForRequest(
    "/status",
    ({ params: one }) => one["CallSid"] !== params["CallSid"],
  );
  expect(status.params).toMatchObject({ CallStatus: "completed" });
  expect(status.params).not.toHaveProperty("ErrorCode");
}, 120_000);
