import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import type { Call } from "@linedesk/contract";
import { ring, type SipListener, type VoiceClient } from "@linedesk/testkit";
import { setExchangeDrain } from "../../src/telephony/exchange-drain.ts";
import { alice, bob, ExchangeDesk, owner } from "../support/exchange-desk.ts";
import type { Person } from "../support/people.ts";
import { startAccount, stopAccount } from "../support/twilio-account.ts";

const line = "+61255500101";
const callerHz = 440;
const operatorHz = 1_000;

const folder = await mkdtemp(join(tmpdir(), "linedesk-spare-"));
const [sparePort, spareSip] = [await findFreePort(), await findFreePort()];
const desk = await ExchangeDesk.open({
  env: (mainUrl) => ({
    EXCHANGES: `main=${mainUrl},spare=http://127.0.0.1:${sparePort}`,
    DIAL_PERSON_CALLS_PER_MINUTE: "0",
  }),
});
const spare = await startAccount({
  port: sparePort,
  sipPort: spareSip,
  dataDir: folder,
  account: desk.config.telephony,
});
await desk.until("the spare exchange is ready", async () =>
  desk.monitorLoop.monitors.every(({ isReady }) => isReady),
);
const listeners: SipListener[] = [];
const softphones: VoiceClient[] = [];
afterAll(async () => {
  await Promise.all([...listeners, ...softphones].map((one) => one.close()));
  await stopAccount(spare);
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

const sip = {
  main: desk.sip,
  spare: { address: "127.0.0.1", port: spareSip },
};

/** Calls the station as a listener, through an exchange, and returns when the call waits. */
async function ringIn(at: keyof typeof sip, from: string) {
  const listener = await ring({ exchange: sip[at], from, to: line });
  listeners.push(listener);
  listener.say(callerHz);
  let call: Call | undefined;
  await desk.until(`the call from ${from} waits`, async () => {
    call = (await desk.calls(alice)).find(({ caller }) => caller.number === from);
    return call !== undefined;
  });
  return { listener, id: call?.id ?? "", service: call?.service ?? "main" };
}

/** Takes the call with a softphone of the person at the exchange that the claim names. */
async function converse(person: Person, { id, listener }: { id: string; listener: SipListener }) {
  const { claim } = await desk.handle(person, id, "accept");
  const softphone = await desk.softphone(person, claim.service);
  softphones.push(softphone);
  await softphone.say(operatorHz);
  const leg = await softphone.connect({ params: { claim: claim.id } });
  await leg.waitFor("accept");
  await desk.untilDesk(person, id, "screening");
  await leg.receivesTone(callerHz);
  await desk.until("the caller hears the operator", receivesOperator(listener));
  return { claim, leg };
}

function receivesOperator(listener: SipListener) {
  return async () => listener.toneAmplitude(operatorHz, 500) > 0.03;
}

/** Records the call for a moment; returns the id of the stored recording. */
async function record(id: string): Promise<string> {
  const settings = { mode: "on_request", noticeWords: "This call is recorded.", noticeUrl: null };
  await desk.send("PUT", `/admin/${desk.station}/recording`, owner, settings);
  await desk.post(`/twilio/calls/${id}/recording`, { action: "start" }, alice);
  await desk.until("the recording runs", async () =>
    (await desk.calls(alice)).some((call) => call.id === id && call.recording === "running"),
  );
  await desk.post(`/twilio/calls/${id}/recording`, { action: "stop" }, alice);
  let stored: string | undefined;
  await desk.until("the recording is stored", async () => {
    const rows = desk.db.selectFrom("recording").select("id").where("state", "=", "stored");
    stored = (await rows.executeTakeFirst())?.id;
    return stored !== undefined;
  });
  return stored ?? "";
}

test("[CA73] [CA76] [CA77] [CA78] a call continues while its exchange drains, and when the other exchange is killed, only that exchange's call ends", async () => {
  const [one, two] = [await ringIn("main", "+61491570156"), await ringIn("spare", "+61491570157")];
  expect([one.service, two.service]).toEqual(["main", "spare"]);
  const atMain = await converse(bob, one);
  await converse(alice, two);
  const recording = await record(two.id);
  const sound = await desk.fetchFile(`/recordings/${recording}/sound`, owner);
  expect(sound.status).toBe(200);
  await sound.arrayBuffer();

  const [main] = desk.config.services;
  await setExchangeDrain(main ?? desk.config.telephony, true);
  const turnedAway = await ring({ exchange: sip.main, from: "+61491570158", to: line });
  listeners.push(turnedAway);
  await expect(turnedAway.answered).rejects.toThrow("ended");
  expect(await turnedAway.ended).toMatchObject({ status: 503 });
  await atMain.leg.receivesTone(callerHz);
  const dialled = await desk.post(
    "/twilio/calls/outbound_conference",
    { station: desk.station, to: "0491 570 110", line: "line2" },
    alice,
  );
  expect(dialled["claim"]).toMatchObject({ service: "spare" });
  await setExchangeDrain(main ?? desk.config.telephony, false);

  await stopAccount(spare);
  await desk.until("the desk names the spare", async () => {
    const { exchangesAway: away } = await desk.post(
      "/twilio/calls/call_subscription",
      { station: desk.station },
      alice,
    );
    return JSON.stringify(away) === JSON.stringify(["spare"]);
  });
  await atMain.leg.receivesTone(callerHz);
  await desk.until("the caller hears the operator", receivesOperator(one.listener));
  expect((await ringIn("main", "+61491570159")).service).toBe("main");
  const refused = await desk.fetchFile(`/recordings/${recording}/sound`, owner);
  expect(await refused.json()).toMatchObject({
    error: { reason: "recording_exchange_away", params: { service: "spare" } },
  });
  await desk.until("the spare's call ends", async () => isOver(two.id), 120_000);
  expect(await reasonOf(two.id)).toBe("exchange_lost");
  expect(await isOver(one.id)).toBe(false);
}, 300_000);

async function isOver(id: string): Promise<boolean> {
  return (await reasonOf(id)) !== null;
}

async function reasonOf(id: string): Promise<string | null> {
  const row = desk.db.selectFrom("call").select("reason").where("id", "=", id);
  return (await row.executeTakeFirstOrThrow()).reason;
}
