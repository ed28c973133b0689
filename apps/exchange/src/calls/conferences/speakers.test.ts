import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness, aConference } from "../../testing/conference-harness.ts";
import { type InboundCall, ends } from "../../testing/core-under-test.ts";

async function speech(
  harness: ConferenceHarness,
  call: InboundCall,
  isSpeaking: boolean,
): Promise<void> {
  harness.it.media.emit({ type: "leg.speech", leg: call.leg.id, isSpeaking });
  await settled();
}

function reportedSpeakers(harness: ConferenceHarness): string[] {
  return harness.it.web
    .requestsTo("/room")
    .filter(({ StatusCallbackEvent }) => StatusCallbackEvent?.startsWith("participant-speech-"))
    .map(({ StatusCallbackEvent, CallSid }) => `${StatusCallbackEvent?.slice(19)} ${CallSid}`);
}

test("[XW11] the start and stop of speech are reported under the event `speaker`", async () => {
  const { harness, agent, caller } = await aConference(`participantLabel="host"`);

  await speech(harness, agent, true);
  await speech(harness, caller, true);
  await speech(harness, agent, false);

  expect(reportedSpeakers(harness)).toEqual([
    `start ${agent.sid}`,
    `start ${caller.sid}`,
    `stop ${agent.sid}`,
  ]);
  expect(harness.of("participant-speech-start")[0]).toMatchObject({
    ConferenceSid: harness.room.sid,
    CallSid: agent.sid,
    ParticipantLabel: "host",
    Muted: "false",
    Hold: "false",
  });
});

test("[XW11] a muted or held participant does not count as speaking, and earlier speech is reported as stopped", async () => {
  const { harness, agent, caller } = await aConference();
  await speech(harness, agent, true);
  await speech(harness, caller, true);

  await harness.update(agent, { muted: true });
  await harness.update(caller, { hold: true });
  expect(reportedSpeakers(harness).slice(2)).toEqual([`stop ${agent.sid}`, `stop ${caller.sid}`]);

  await harness.update(agent, { muted: false });
  await speech(harness, caller, false);
  await harness.update(caller, { hold: false });
  expect(reportedSpeakers(harness).slice(4)).toEqual([`start ${agent.sid}`]);
});

test("[XW11] no speech is reported before the conference starts, and the stop of speech is reported before a participant leaves", async () => {
  const harness = new ConferenceHarness();
  harness.it.web.respondWith("/done", "<Hangup/>");
  const agent = await harness.join();
  await speech(harness, agent, true);
  expect(reportedSpeakers(harness)).toEqual([]);

  await harness.join();
  await settled();
  expect(reportedSpeakers(harness)).toEqual([`start ${agent.sid}`]);
  await ends(agent);

  expect(harness.callbacks.slice(-2)).toEqual(["participant-speech-stop", "participant-leave"]);
});

test("[XM173] the sound of a participant with a programmeUrl is compared with the programme, and a match is reported", async () => {
  const { harness, agent } = await aConference(`programmeUrl="https://radio.example/live"`);
  const { media } = harness.it;

  expect([...media.programmes]).toEqual([[agent.leg.id, "https://radio.example/live"]]);
  for (const isAudible of [true, false, true]) {
    media.emit({ type: "leg.programme", leg: agent.leg.id, isAudible, lagMs: 2010 });
  }
  await settled();

  const reported = { CallSid: agent.sid, ProgrammeLag: "2010" };
  expect(harness.of("participant-programme-start")).toMatchObject([reported, reported]);
  expect(harness.of("participant-programme-stop")).toMatchObject([reported]);

  await ends(agent);
  expect(harness.of("participant-programme-stop")).toMatchObject([
    reported,
    { CallSid: agent.sid, Reason: "participant-left" },
  ]);
  expect([...media.programmes]).toEqual([]);
});

test("[XM173] a programme in the background of a participant who moves to another conference is reported in both", async () => {
  const harness = new ConferenceHarness();
  const compared = `programmeUrl="https://radio.example/live"`;
  const { agent } = await harness.start(compared);
  const { core, media } = harness.it;
  const detected = { type: "leg.programme", leg: agent.leg.id, lagMs: 2010 } as const;
  media.emit({ ...detected, isAudible: true });
  await settled();
  const conference = `<Conference beep="false" ${compared} statusCallback="http://app.test/room" statusCallbackEvent="join">other</Conference>`;

  const twiml = `<Response><Dial>${conference}</Dial></Response>`;
  core.calls.update(agent.sid, { program: { type: "twiml", twiml } });
  await settled();

  expect([...media.audibleProgrammes]).toEqual([agent.leg.id]);
  expect(harness.of("participant-programme-stop")).toMatchObject([{ Reason: "participant-left" }]);
  expect(harness.of("participant-programme-start")).toMatchObject([
    { CallSid: agent.sid, FriendlyName: "talk", ProgrammeLag: "2010" },
    { CallSid: agent.sid, FriendlyName: "other", ProgrammeLag: "2010" },
  ]);
  media.emit({ ...detected, isAudible: false });
  await settled();
  expect(harness.of("participant-programme-stop")[1]).toMatchObject({ FriendlyName: "other" });
  expect(harness.of("participant-programme-stop")[1]).not.toHaveProperty("Reason");
});

test("[XW11] lost and restored media are reported under the event `speaker`", async () => {
  const { harness, agent } = await aConference(`participantLabel="host"`);
  const { media } = harness.it;

  media.emit({ type: "leg.media_lost", leg: agent.leg.id });
  await settled();
  expect(harness.of("participant-media-lost")).toMatchObject([
    { ConferenceSid: harness.room.sid, CallSid: agent.sid, ParticipantLabel: "host" },
  ]);
  expect(harness.of("participant-media-restored")).toEqual([]);
  media.emit({ type: "leg.media_restored", leg: agent.leg.id });
  await settled();

  expect(harness.of("participant-media-lost")).toHaveLength(1);
  expect(harness.of("participant-media-restored")).toMatchObject([{ CallSid: agent.sid }]);
});
