import { describe, expect, test } from "vitest";

import { receivesTone, TwimlScene } from "../support/twiml-scene.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange({ keepsClients: true });

const tones = { ann: 440, ben: 1000 };
const events = "start end join leave mute hold modify announcement";
function names(text: string): string[] {
  return text.trim().split(/\s+/);
}
const ROOM = names(
  "AccountSid ConferenceSid FriendlyName SequenceNumber Timestamp StatusCallbackEvent",
);
const MEMBER = names("CallSid Muted Hold Coaching EndConferenceOnExit StartConferenceOnEnter");
const LEFT = names("ParticipantCallStatus ReasonParticipantLeft");
const ENDED = names("Reason ReasonConferenceEnded CallSidEndingConference");

async function aConference(scene: TwimlScene, annIs: string) {
  async function join(attributes: string, sends: number) {
    return scene.connect(
      `<Dial><Conference beep="false" waitUrl="" statusCallback="room"
         statusCallbackEvent="${events}" ${attributes}>${scene.number}</Conference></Dial>`,
      { sends },
    );
  }
  const ann = await join(annIs, tones.ann);
  const ben = await join("", tones.ben);
  await Promise.all([receivesTone(ann, tones.ben), receivesTone(ben, tones.ann)]);
  const [, benSid = ""] = scene.paramsOf("incoming").map(({ CallSid = "" }) => CallSid);
  const { ConferenceSid = "" } = await scene.requests("room");
  return { ann, ben, benSid, room: booted().rest.conferences(ConferenceSid) };
}

function isEvent({ StatusCallbackEvent }: Record<string, string>, name: string): boolean {
  return StatusCallbackEvent === name;
}

describe.concurrent("the callbacks of a conference", () => {
  test("[XW11][XW3] report every event with its parameters and no others, in order", async () => {
    await using scene = await TwimlScene.open(booted());
    scene.answer("announcement", `<Play>${scene.tone(620)}</Play>`);
    const { ann, ben, benSid, room } = await aConference(scene, 'participantLabel="ann"');
    const member = room.participants(benSid);
    await member.update({ muted: true });
    await member.update({ muted: false });
    await member.update({ hold: true });
    await member.update({ hold: false });
    await member.update({ announceUrl: scene.url("announcement") });
    await scene.requests("room", ({ params }) => isEvent(params, "announcement-end"));
    await ben.hangUp();
    await ann.hangUp();
    await scene.requests("room", ({ params }) => isEvent(params, "conference-end"));

    const callbacks = scene.paramsOf("room");
    const label = ["ParticipantLabel"];
    function about(params: Record<string, string>) {
      return [params["StatusCallbackEvent"], Object.keys(params).sort().join(" ")];
    }
    function row(name: string, ...more: string[][]) {
      return [name, [ROOM, ...more].flat().sort().join(" ")];
    }
    expect(callbacks.map(about)).toEqual([
      row("participant-join", MEMBER, label),
      row("participant-join", MEMBER),
      row("conference-start", MEMBER),
      row("participant-mute", MEMBER),
      row("participant-unmute", MEMBER),
      row("participant-hold", MEMBER),
      row("participant-unhold", MEMBER),
      row("announcement-end", MEMBER, ["AnnounceUrl"]),
      row("participant-leave", MEMBER, LEFT),
      row("participant-leave", MEMBER, label, LEFT),
      row("conference-end", ENDED, ["ParticipantLabelEndingConference"]),
    ]);
    const sequence = callbacks.map(({ SequenceNumber }) => Number(SequenceNumber));
    expect(sequence).toEqual([...new Set(sequence)].sort((one, other) => one - other));
    expect(callbacks.map(({ Muted, Hold }) => `${Muted} ${Hold}`).slice(3, 7)).toEqual([
      "true false",
      "false false",
      "false true",
      "false false",
    ]);
    for (const { Timestamp = "", FriendlyName } of callbacks) {
      expect(Timestamp).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000$/);
      expect(FriendlyName).toBe(scene.number);
    }
  });
});
