import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { parseWav, resample } from "@linedesk/audio";
import type { Claim } from "@linedesk/contract";
import { demoPeople } from "@linedesk/sso";
import { ring, type VoiceClient } from "@linedesk/testkit";
import { ExchangeDesk } from "../support/exchange-desk.ts";
import { LiveRadio } from "../support/live-radio.ts";

let desk: ExchangeDesk;
let softphone: VoiceClient;
const [person] = demoPeople;
if (person === undefined) {
  throw new Error("no demo people");
}
const alice = { id: person.sub, name: person.name };

beforeAll(async () => {
  desk = await ExchangeDesk.open();
  softphone = await desk.softphone(alice);
}, 60_000);
afterAll(async () => {
  await softphone?.close();
  await desk?.close();
});

/** Recorded prompts one after the other; another pitch is another person. */
function spoken(names: string[], pitch: number): Int16Array {
  const said = names.flatMap((name) => {
    const file = new URL(`../../../../packages/media/sounds/${name}.wav`, import.meta.url);
    const { samples, sampleRate } = parseWav(readFileSync(file));
    return [...resample(samples, Math.round(sampleRate * pitch), 8000)];
  });
  return Int16Array.from(said, (value) => Math.round(value * 32_767));
}

test("[CW20] the radio behind a caller, 20 dB under the voice, is told while the call is screened, and that it was turned off", async () => {
  const news = spoken(["apology", "line-closed", "not-in-service", "cannot-connect"], 1);
  const voice = spoken(["enter-code", "wrong-code", "goodbye", "please-hold"], 1.2);
  const radio = await LiveRadio.open(news);
  await desk.db.updateTable("station_telephony").set({ live_programme_url: radio.url }).execute();
  const listener = await ring({ exchange: desk.sip, from: "+61491570006", to: "+61255500101" });
  try {
    listener.say(voice);
    await desk.until("the call waits", async () => (await desk.calls(alice)).length === 1);
    const [call] = await desk.calls(alice);
    const id = call?.id ?? "";
    const { claim } = await desk.handle(alice, id, "accept");
    const leg = await softphone.connect({ params: { claim: claim.id } });
    await leg.waitFor("accept");
    const talking = await desk.untilDesk(alice, id, "screening");
    expect(talking.programmeAudible).toBe(false);

    const isAudible = async () => (await desk.calls(alice)).some((one) => one.programmeAudible);
    const behind = radio.from(2, 30);
    listener.say(
      behind.map((sample, i) => Math.round(sample / 10) + (voice[i % voice.length] ?? 0)),
    );
    await desk.until("the radio is heard", isAudible);
    listener.say(voice);
    await desk.until("the radio is off", async () => !(await isAudible()), 40_000);
  } finally {
    await listener.close();
    await radio.close();
  }
});

test("[AS37] [AS70] an audio server with its key carries a call that its operator accepted, with the official SDK", async () => {
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

  // The rack loses power: the caller is not left in silence, and anybody may take over.
  await studio.client.close();
  const held = await desk.untilDesk(alice, id, "held");
  expect(held.desk).toMatchObject({ unattended: true });
  await desk.post("/twilio/calls/handle_call", { call: id, action: "hang_up" }, alice);
  await listener.ended;
}, 90_000);
