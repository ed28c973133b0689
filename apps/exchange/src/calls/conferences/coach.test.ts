import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness } from "../../testing/conference-harness.ts";
import type { InboundCall } from "../../testing/core-under-test.ts";
import { STATION } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";
import type { ParticipantRequest, ParticipantUpdate } from "./conference-api.ts";

const elsewhere = `CA${"9".repeat(32)}`;

function coachedBy(talk: ConferenceHarness, coach: InboundCall) {
  return talk.it.media.memberships.get(coach.leg.id)?.membership.coached ?? null;
}

async function aRoomWithCoach() {
  const talk = new ConferenceHarness();
  const { agent, caller } = await talk.start();
  const coach = await talk.join(`coach="${agent.sid}"`, "client");
  return { talk, agent, caller, coach, conferences: talk.it.core.conferences };
}

describe("coaching by TwiML", () => {
  test("[XM67] the coach's voice goes to the coached leg alone", async () => {
    const { talk, agent, caller, coach, conferences } = await aRoomWithCoach();

    expect(coachedBy(talk, coach)).toBe(agent.leg.id);
    expect([agent, caller].map((call) => coachedBy(talk, call))).toEqual([null, null]);
    expect(conferences.participant("talk", coach.sid)).toMatchObject({
      coaching: true,
      callSidToCoach: agent.sid,
    });
    expect(talk.of("participant-join").at(-1)).toMatchObject({
      Coaching: "true",
      CallSidToCoach: agent.sid,
    });
  });

  test("[XT47] a coach of somebody who is not there is 13240 and goes to the action", async () => {
    const talk = new ConferenceHarness();
    await talk.start();
    talk.it.web.respondWith("/done", `<Play>${APP}/failed.wav</Play>`);

    const coach = await talk.join(`coach="${elsewhere}"`);

    expect(talk.it.errorsOf(coach.sid)).toEqual([13240]);
    expect(talk.it.soundOf(coach)).toBe(`${APP}/failed.wav`);
    expect(talk.it.web.requestsTo("/done").at(-1)).toMatchObject({ DialCallStatus: "failed" });
  });

  test("[XM67] when the coached one leaves, the coach is heard by nobody", async () => {
    const { talk, agent, coach, conferences } = await aRoomWithCoach();

    agent.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(coachedBy(talk, coach)).not.toBeNull();
    expect(conferences.participant("talk", coach.sid)).toMatchObject({ coaching: true });
  });
});

describe("coaching by REST", () => {
  test("[XR36] changes live: whom they coach, and that they coach at all", async () => {
    const { talk, agent, caller, coach, conferences } = await aRoomWithCoach();

    conferences.updateParticipant("talk", coach.sid, { callSidToCoach: caller.sid });
    expect(coachedBy(talk, coach)).toBe(caller.leg.id);

    conferences.updateParticipant("talk", coach.sid, { coaching: false });
    expect(coachedBy(talk, coach)).toBeNull();

    const again = { coaching: true, callSidToCoach: agent.sid };
    conferences.updateParticipant("talk", coach.sid, again);
    await settled();
    expect(coachedBy(talk, coach)).toBe(agent.leg.id);
    expect(talk.of("participant-modify").map(({ Coaching }) => Coaching)).toEqual([
      "true",
      "false",
      "true",
    ]);
  });

  test("[XR36] coaching nobody, oneself or somebody elsewhere is refused and changes nothing", async () => {
    const { talk, agent, caller, coach, conferences } = await aRoomWithCoach();
    function change(to: ParticipantUpdate) {
      return () => conferences.updateParticipant("talk", caller.sid, to);
    }
    function error(twilioCode: number): unknown {
      return expect.objectContaining({ twilioCode });
    }

    expect(change({ coaching: true, muted: true })).toThrow(error(20001));
    expect(change({ callSidToCoach: caller.sid })).toThrow(error(16028));
    expect(change({ callSidToCoach: elsewhere })).toThrow(error(16028));

    expect(conferences.participant("talk", caller.sid)).toMatchObject({
      muted: false,
      coaching: false,
    });
    expect(coachedBy(talk, coach)).toBe(agent.leg.id);
  });

  test("[XR36] a participant who is dialled may coach one who is there, else 16028 or 20001", async () => {
    const { talk, agent, conferences } = await aRoomWithCoach();
    function add(room: string, more: Pick<ParticipantRequest, "coaching" | "join">) {
      return conferences.addParticipant(room, { to: "+61491570157", from: STATION, ...more });
    }

    const added = add("talk", { join: { callSidToCoach: agent.sid } });
    talk.it.sip.last.sink.onAnswered();
    await settled();
    expect(conferences.participant("talk", added.callSid)).toMatchObject({
      coaching: true,
      callSidToCoach: agent.sid,
    });

    expect(() => add("talk", { coaching: true, join: {} })).toThrow(
      expect.objectContaining({ twilioCode: 20001 }),
    );
    expect(() => add("fresh", { join: { callSidToCoach: agent.sid } })).toThrow(
      expect.objectContaining({ twilioCode: 16028 }),
    );
    expect(conferences.find("fresh")).toBeNull();
  });
});
