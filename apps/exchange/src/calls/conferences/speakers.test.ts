import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness } from "../../testing/conference-harness.ts";
import type { InboundCall } from "../../testing/core-under-test.ts";

async function speech(
  talk: ConferenceHarness,
  call: InboundCall,
  isSpeaking: boolean,
): Promise<void> {
  talk.it.media.emit({ type: "leg.speech", leg: call.leg.id, isSpeaking });
  await settled();
}

/** What was told of who speaks, as `start CallSid`. */
function told(talk: ConferenceHarness): string[] {
  return talk.it.web
    .requestsTo("/room")
    .filter(({ StatusCallbackEvent }) => StatusCallbackEvent?.startsWith("participant-speech-"))
    .map(({ StatusCallbackEvent, CallSid }) => `${StatusCallbackEvent?.slice(19)} ${CallSid}`);
}

test("[XW20] who begins and stops speaking is told under the event speaker", async () => {
  const talk = new ConferenceHarness();
  const { agent, caller } = await talk.start(`participantLabel="host"`);

  await speech(talk, agent, true);
  await speech(talk, caller, true);
  await speech(talk, agent, false);

  expect(told(talk)).toEqual([`start ${agent.sid}`, `start ${caller.sid}`, `stop ${agent.sid}`]);
  expect(talk.of("participant-speech-start")[0]).toMatchObject({
    ConferenceSid: talk.room.sid,
    CallSid: agent.sid,
    ParticipantLabel: "host",
    Muted: "false",
    Hold: "false",
  });
});

test("[XW20] who is muted or on hold does not speak to the room; one who was speaking stops", async () => {
  const talk = new ConferenceHarness();
  const { agent, caller } = await talk.start();
  const { conferences } = talk.it.core;
  await speech(talk, agent, true);
  await speech(talk, caller, true);

  conferences.updateParticipant("talk", agent.sid, { muted: true });
  conferences.updateParticipant("talk", caller.sid, { hold: true });
  await settled();
  expect(told(talk).slice(2)).toEqual([`stop ${agent.sid}`, `stop ${caller.sid}`]);

  conferences.updateParticipant("talk", agent.sid, { muted: false });
  await speech(talk, caller, false);
  conferences.updateParticipant("talk", caller.sid, { hold: false });
  await settled();
  expect(told(talk).slice(4)).toEqual([`start ${agent.sid}`]);
});

test("[XW20] before the start nobody speaks to anybody, and one who leaves stops first", async () => {
  const talk = new ConferenceHarness();
  talk.it.web.respondWith("/done", "<Hangup/>");
  const agent = await talk.join();
  await speech(talk, agent, true);
  expect(told(talk)).toEqual([]);

  await talk.join();
  await settled();
  expect(told(talk)).toEqual([`start ${agent.sid}`]);
  agent.sink.onEnded({ cause: "hangup" });
  await settled();

  expect(talk.callbacks.slice(-2)).toEqual(["participant-speech-stop", "participant-leave"]);
});

test("[XM173] a participant with a programmeUrl is compared with it, and what is heard is told", async () => {
  const talk = new ConferenceHarness();
  const { agent } = await talk.start(`programmeUrl="https://radio.example/live"`);
  const { media } = talk.it;

  expect([...media.programmes]).toEqual([[agent.leg.id, "https://radio.example/live"]]);
  for (const isAudible of [true, false, true]) {
    media.emit({ type: "leg.programme", leg: agent.leg.id, isAudible, lagMs: 2010 });
  }
  await settled();

  const told = { CallSid: agent.sid, ProgrammeLag: "2010" };
  expect(talk.of("participant-programme-start")).toMatchObject([told, told]);
  expect(talk.of("participant-programme-stop")).toMatchObject([told]);

  agent.sink.onEnded({ cause: "hangup" });
  await settled();
  expect(talk.of("participant-programme-stop")).toMatchObject([
    told,
    { CallSid: agent.sid, Reason: "participant-left" },
  ]);
  expect([...media.programmes]).toEqual([]);
});

test("[XM177] who goes from one room into another takes the programme behind them along", async () => {
  const talk = new ConferenceHarness();
  const compared = `programmeUrl="https://radio.example/live"`;
  const { agent } = await talk.start(compared);
  const { core, media } = talk.it;
  const heard = { type: "leg.programme", leg: agent.leg.id, lagMs: 2010 } as const;
  media.emit({ ...heard, isAudible: true });
  await settled();
  const conference = `<Conference beep="false" ${compared} statusCallback="http://app.test/room" statusCallbackEvent="join">other</Conference>`;

  const twiml = `<Response><Dial>${conference}</Dial></Response>`;
  core.calls.update(agent.sid, { program: { type: "twiml", twiml } });
  await settled();

  expect([...media.audibleProgrammes]).toEqual([agent.leg.id]);
  expect(talk.of("participant-programme-stop")).toMatchObject([{ Reason: "participant-left" }]);
  expect(talk.of("participant-programme-start")).toMatchObject([
    { CallSid: agent.sid, FriendlyName: "talk", ProgrammeLag: "2010" },
    { CallSid: agent.sid, FriendlyName: "other", ProgrammeLag: "2010" },
  ]);
  media.emit({ ...heard, isAudible: false });
  await settled();
  expect(talk.of("participant-programme-stop")[1]).toMatchObject({ FriendlyName: "other" });
  expect(talk.of("participant-programme-stop")[1]).not.toHaveProperty("Reason");
});

test("[XM176] whose media is lost, and is back, is told under the event speaker", async () => {
  const talk = new ConferenceHarness();
  const { agent } = await talk.start(`participantLabel="host"`);
  const { media } = talk.it;

  media.emit({ type: "leg.media_lost", leg: agent.leg.id });
  await settled();
  expect(talk.of("participant-media-lost")).toMatchObject([
    { ConferenceSid: talk.room.sid, CallSid: agent.sid, ParticipantLabel: "host" },
  ]);
  expect(talk.of("participant-media-restored")).toEqual([]);
  media.emit({ type: "leg.media_restored", leg: agent.leg.id });
  await settled();

  expect(talk.of("participant-media-lost")).toHaveLength(1);
  expect(talk.of("participant-media-restored")).toMatchObject([{ CallSid: agent.sid }]);
});
