import { readFileSync } from "node:fs";

import { afterAll, expect, test } from "vitest";

import { parseWav, resample, toneShare } from "@linedesk/audio";
import type { BoardCheck, Call, Claim, StationCallerId } from "@linedesk/contract";
import { answerCalls, type AnsweringOptions, ring } from "@linedesk/testkit";
import { alice, bob, openExchangeDesk, owner } from "../support/exchange-desk.ts";
import { LiveRadio } from "../support/live-radio.ts";
import { aTone, SoundServer } from "../support/sound-server.ts";

const farEnd: AnsweringOptions = { does: { type: "answer" } };
const EARLY_HZ = 1_200;

const telephone = await answerCalls(farEnd);
afterAll(() => telephone.close());
const { address, port } = telephone.address;
const desk = await openExchangeDesk({ peer: `${address}:${port}` });
const softphone = await desk.softphone(alice);
afterAll(() => softphone.close());

test("[AD33] in a rehearsal the exchange calls itself: twelve callers wait, and leave when it ends", async () => {
  const board = `/admin/${desk.station}/board`;
  await desk.post(`${board}/rehearsal`, {}, owner);
  await desk.until("twelve wait", async () => (await desk.calls(alice)).length === 12, 30_000);
  const calls = await desk.calls(alice);
  expect(calls.every(({ rehearsal, caller }) => rehearsal === true && caller.id === null)).toBe(
    true,
  );
  expect((await desk.send("DELETE", `${board}/rehearsal`, owner)).body).toEqual({ ended: 12 });
  await desk.until("all are gone", async () => (await desk.calls(alice)).length === 0);
});

test("[AD30] [XR272] a number's test call uses the trunk, and the number is reached only when the carrier returns the call", async () => {
  const board = `/admin/${desk.station}/board`;
  const findings = async () => {
    const { checks } = (await desk.get(board, owner)) as unknown as { checks: BoardCheck[] };
    return checks.filter(({ part }) => part === "number").map(({ finding }) => finding);
  };
  const { started } = await desk.post(`${board}/loop`, {}, owner);
  const sent = await Promise.all(
    Array.from({ length: Number(started) }, () => telephone.nextCall()),
  );
  const numbers = sent.map((call) => /\+?\d{8,}/.exec(call.invited("to").join())?.[0] ?? "");
  expect(numbers).toContain("+61255500101");
  expect(new Set(await findings())).toEqual(new Set(["under_way"]));

  const back = await ring({ exchange: desk.sip, from: "+61255500101", to: "+61255500101" });
  await desk.until("one is reached", async () => (await findings()).includes("reached"));
  expect((await findings()).filter((finding) => finding === "reached")).toHaveLength(1);
  expect(await desk.calls(alice)).toEqual([]);
  await back.close();
  await Promise.all(sent.map((call) => call.hangUp()));
});

test("[DS90] [AD160] a disabled operator is off the line within 5 s, and the caller hears music", async () => {
  const hz = 1_000;
  const bobs = await desk.softphone(bob);
  await bobs.say(hz);
  const listener = await ring({ exchange: desk.sip, from: "+61491570006", to: "+61255500101" });
  await desk.until("the call waits", async () => (await desk.calls(owner)).length === 1);
  const id = (await desk.calls(owner))[0]?.id ?? "";
  const { claim } = await desk.handle(bob, id, "accept");
  const leg = await bobs.connect({ params: { claim: claim.id } });
  await desk.until("bob is heard", async () => listener.toneAmplitude(hz) > 0.03);
  const active = `/admin/${desk.station}/users/${bob.id}/active`;

  const sentMs = performance.now();
  expect((await desk.send("PUT", active, owner, { active: false })).status).toBe(200);
  await leg.waitFor("disconnect");
  expect((await desk.untilDesk(owner, id, "held")).desk).toMatchObject({ unattended: true });
  await desk.until("bob is not heard", async () => listener.toneAmplitude(hz) < 0.01);
  expect(performance.now() - sentMs).toBeLessThan(5_000);
  await desk.until("music is heard", async () =>
    listener.receivedAudio(500).some((sample) => Math.abs(sample) > 500),
  );

  await desk.send("PUT", active, owner, { active: true });
  await bobs.close();
  await listener.close();
  await desk.untilDesk(owner, id, "ended");
});

/** Plays recorded prompts in sequence. Another pitch sounds like another person. */
function spoken(names: string[], pitch: number): Int16Array {
  const speech = names.flatMap((name) => {
    const file = new URL(`../../../../packages/media/sounds/${name}.wav`, import.meta.url);
    const { samples, sampleRate } = parseWav(readFileSync(file));
    return [...resample(samples, Math.round(sampleRate * pitch), 8000)];
  });
  return Int16Array.from(speech, (value) => Math.round(value * 32_767));
}

const bulletin = spoken(["apology", "line-closed", "not-in-service", "cannot-connect"], 1);
const voice = spoken(["enter-code", "wrong-code", "goodbye", "please-hold"], 1.2);

async function openRadio(): Promise<LiveRadio> {
  const radio = await LiveRadio.open(bulletin);
  await desk.db.updateTable("station_telephony").set({ live_programme_url: radio.url }).execute();
  return radio;
}

/** Mixes the voice with the radio, which is 20 dB below it and 2 s behind. */
function besideRadio(radio: LiveRadio, lengthS: number): Int16Array {
  const behind = radio.from(2, lengthS);
  return behind.map((sample, i) => Math.round(sample / 10) + (voice[i % voice.length] ?? 0));
}

test("[CW20] a radio 20 dB below the caller's voice is reported during screening and in a conference, and so is its end", async () => {
  const radio = await openRadio();
  await desk.until("nobody calls", async () => (await desk.calls(alice)).length === 0);
  const listener = await ring({ exchange: desk.sip, from: "+61491570006", to: "+61255500101" });
  const second = await ring({ exchange: desk.sip, from: "+61491570008", to: "+61255500101" });
  try {
    listener.say(voice);
    await desk.until("both wait", async () => (await desk.calls(alice)).length === 2);
    const calls = await desk.calls(alice);
    const callOf = (end: string) =>
      calls.find(({ caller }) => caller.number?.endsWith(end) ?? false)?.id ?? "";
    const id = callOf("006");
    const { claim } = await desk.handle(alice, id, "accept");
    const leg = await softphone.connect({ params: { claim: claim.id } });
    await leg.waitFor("accept");
    const screened = await desk.untilDesk(alice, id, "screening");
    expect(screened.programmeAudible).toBe(false);

    const isAudible = async () => (await desk.calls(alice)).some((one) => one.programmeAudible);
    listener.say(besideRadio(radio, 60));
    await desk.until("the radio is heard", isAudible);
    const start = { action: "start", calls: [id, callOf("008")] };
    await desk.post("/conference", start, alice);
    await desk.untilDesk(alice, callOf("008"), "screening");
    expect(await isAudible()).toBe(true);
    listener.say(voice);
    await desk.until("the radio is off", async () => !(await isAudible()), 40_000);
    expect(await programmeEntries(id)).toEqual(["call.programme_audible", "call.programme_gone"]);
    await leg.disconnect();
  } finally {
    await listener.close();
    await second.close();
    await radio.close();
  }
});

async function programmeEntries(call: string): Promise<string[]> {
  const audited = await desk.db
    .selectFrom("audit_entry")
    .select("action")
    .where("subject_id", "=", call)
    .where("action", "like", "call.programme%")
    .orderBy("id")
    .execute();
  return audited.map(({ action }) => action);
}

test("[OB3] [CW20] a dialled person is heard before the answer, and a radio behind them is reported", async () => {
  const radio = await openRadio();
  farEnd.does = { type: "early" };
  try {
    const dialled = { station: desk.station, to: "02 5550 9911", line: "line1" };
    const placed = await desk.post("/twilio/calls/outbound_conference", dialled, alice);
    const leg = await softphone.connect({ params: { claim: (placed["claim"] as Claim).id } });
    const rung = await telephone.nextCall();
    rung.say(EARLY_HZ);
    await leg.receivesTone(EARLY_HZ);
    const isRinging = ({ callState }: Call) => callState === "ringing";
    expect((await desk.calls(alice)).filter(isRinging)).toHaveLength(1);
    rung.pickUp();
    await rung.answered;
    rung.say(besideRadio(radio, 30));
    const id = (placed["call"] as Call).id;
    await desk.until("the radio is heard", async () =>
      (await desk.calls(alice)).some((one) => one.id === id && one.programmeAudible),
    );
    expect(await programmeEntries(id)).toEqual(["call.programme_audible"]);
    await desk.post("/twilio/calls/handle_call", { call: id, action: "hang_up" }, alice);
    await leg.disconnect();
    await rung.ended;
  } finally {
    farEnd.does = { type: "answer" };
    await desk.db.updateTable("station_telephony").set({ live_programme_url: null }).execute();
    await radio.close();
  }
});

test("a waiting caller hears the programme, the station's hold music while it is gone, and the programme again", async () => {
  const programme = Int16Array.from({ length: 8_000 }, (_, i) =>
    Math.round(4_000 * Math.sin((2 * Math.PI * 1000 * i) / 8_000)),
  );
  const radio = await LiveRadio.open(programme);
  const sounds = await SoundServer.open({ "/hold.wav": aTone(2_000, 0.1, 600) });
  const urls = { live_programme_url: radio.url, hold_music_url: sounds.url("/hold.wav") };
  await desk.db.updateTable("station_telephony").set(urls).execute();
  const listener = await ring({ exchange: desk.sip, from: "+61491570007", to: "+61255500101" });
  const receives = (toneHz: number) => async () =>
    toneShare(listener.receivedAudio(500), toneHz, 8_000) > 0.8;
  try {
    await desk.until("the programme", receives(1000), 20_000);
    radio.goAway();
    await desk.until("the station's music", receives(600), 30_000);
    radio.comeBack();
    await desk.until("the programme again", receives(1000), 40_000);
    expect(sounds.requests).toContain("/hold.wav");
  } finally {
    await listener.close();
    const none = { live_programme_url: null, hold_music_url: null };
    await desk.db.updateTable("station_telephony").set(none).execute();
    await radio.close();
    await sounds.close();
  }
});

test("[DS29] a caller whose operator loses the network hears the station's hold music while the leg is only silent", async () => {
  const operatorHz = 1_000;
  const sounds = await SoundServer.open({ "/hold.wav": aTone(2_000, 0.1, 600) });
  const music = { hold_music_url: sounds.url("/hold.wav") };
  await desk.db.updateTable("station_telephony").set(music).execute();
  const bobs = await desk.softphone(bob);
  await bobs.say(operatorHz);
  const listener = await ring({ exchange: desk.sip, from: "+61491570009", to: "+61255500101" });
  try {
    await desk.until("the call waits", async () => (await desk.calls(owner)).length === 1);
    const id = (await desk.calls(owner))[0]?.id ?? "";
    const { claim } = await desk.handle(bob, id, "accept");
    await bobs.connect({ params: { claim: claim.id } });
    await desk.until("bob is heard", async () => listener.toneAmplitude(operatorHz) > 0.03);

    bobs.freeze();
    await desk.until(
      "the station's music",
      async () => toneShare(listener.receivedAudio(500), 600, 8_000) > 0.8,
    );

    // Later, when the leg ends, the server holds the caller with the station's music.
    expect(await operatorEvents(id)).toEqual(["operator.silent"]);
  } finally {
    await bobs.close();
    await listener.close();
    await desk.db.updateTable("station_telephony").set({ hold_music_url: null }).execute();
    await sounds.close();
  }
});

async function operatorEvents(call: string): Promise<string[]> {
  const events = await desk.db
    .selectFrom("call_event")
    .select("type")
    .where("call_id", "=", call)
    .where("type", "in", ["operator.silent", "operator.left"])
    .orderBy("id")
    .execute();
  return events.map(({ type }) => type);
}

async function readCallerIds(): Promise<StationCallerId[]> {
  const { items } = await desk.get(`/admin/${desk.station}/callerIds`, alice);
  return items as StationCallerId[];
}
async function untilCallerId(id: string, state: StationCallerId["state"]): Promise<void> {
  await desk.until(`the number is ${state}`, async () =>
    (await readCallerIds()).some((one) => one.id === id && one.state === state),
  );
}
async function callerIdEvents(): Promise<number> {
  const rows = await desk.db
    .selectFrom("outbox")
    .select("id")
    .where("event", "=", "caller_id.changed")
    .execute();
  return rows.length;
}
async function phoned(number: string) {
  const body = { station: desk.station, number, name: "Studio desk" };
  const { callerId } = await desk.post("/admin/callerIds/verify", body, alice);
  const call = await telephone.nextCall();
  await call.answered;
  await desk.until("the prompt is spoken", async () =>
    call.receivedAudio(500).some((sample) => sample > 2_000),
  );
  return { callerId: callerId as StationCallerId, call };
}

test("[AD8] [AD9] a number is called, verified only by its code, reported live, shown by a dialled call, and removed", async () => {
  const number = "+61255509876";
  const before = await callerIdEvents();
  const first = await phoned("02 5550 9876");
  expect(first.callerId).toMatchObject({ number, state: "calling", inUse: false });
  expect(first.call.invited("from").join()).toContain("55500101");
  expect(first.callerId.code).toMatch(/^\d{6}$/);
  const again = { station: desk.station, number };
  expect((await desk.ask("/admin/callerIds/verify", again, alice)).status).toBe(409);
  await first.call.hangUp();
  await untilCallerId(first.callerId.id, "failed");

  const { callerId, call } = await phoned(number);
  const { id } = callerId;
  expect(id).toBe(first.callerId.id);
  const path = `/admin/${desk.station}/callerIds/${id}`;
  expect((await desk.send("PUT", path, alice, { inUse: true })).status).toBe(409);
  await call.sendDigits(callerId.code ?? "");
  await untilCallerId(id, "verified");
  expect((await readCallerIds())[0]).toMatchObject({ code: null, name: "Studio desk" });
  expect(await callerIdEvents()).toBe(before + 4);
  expect((await desk.send("PUT", path, alice, { inUse: true })).status).toBe(200);

  const dialled = { station: desk.station, to: "02 5550 9911", line: "line1" };
  const placed = await desk.post("/twilio/calls/outbound_conference", dialled, alice);
  const leg = await softphone.connect({ params: { claim: (placed["claim"] as Claim).id } });
  const rung = await telephone.nextCall();
  expect(rung.invited("from").join()).toContain("55509876");
  await leg.disconnect();
  await desk.post("/twilio/calls/reject_call", { calls: [(placed["call"] as Call).id] }, alice);
  await rung.ended;

  // Until the exchange has finished its message, it is still calling the number, which cannot be
  // removed yet.
  await call.ended;
  expect((await desk.send("DELETE", path, alice)).status).toBe(200);
  expect(await readCallerIds()).toEqual([]);
  const anew = await phoned(number);
  expect(anew.callerId.id).not.toBe(id);
  await anew.call.hangUp();
  await untilCallerId(anew.callerId.id, "failed");
});

test("[AS25] an audio server with its key carries an accepted call, with the official SDK", async () => {
  const studioHz = 1_400;
  const added = await desk.post(
    `/admin/${desk.station}/audioServers`,
    { name: "Studio Exchange" },
    alice,
  );
  const studio = await desk.audioServer(String(added["code"]), "line2");
  await studio.client.say(studioHz);
  await desk.until("nobody calls", async () => (await desk.calls(alice)).length === 0);
  const listener = await ring({ exchange: desk.sip, from: "+61491570007", to: "+61255500101" });
  listener.say(440);
  await desk.until("the call waits", async () => (await desk.calls(alice)).length === 1);
  const [call] = await desk.calls(alice);
  const id = call?.id ?? "";
  const device = { type: "audio_server", id: studio.id };

  const accept = { call: id, action: "accept", line: "line2", device };
  const { claim } = await desk.post("/twilio/calls/handle_call", accept, alice);
  const params = { claim: (claim as Claim).id };
  const leg = await studio.client.connect({ params });
  await leg.waitFor("accept");
  await desk.untilDesk(alice, id, "on_air");
  await leg.receivesTone(440);
  await desk.until(
    "the listener hears the studio",
    async () => listener.toneAmplitude(studioHz) > 0.03,
  );

  // When the audio server disappears, the caller hears music, and anybody may take over.
  await studio.client.close();
  const held = await desk.untilDesk(alice, id, "held");
  expect(held.desk).toMatchObject({ unattended: true });
  await desk.post("/twilio/calls/handle_call", { call: id, action: "hang_up" }, alice);
  await listener.ended;
});
