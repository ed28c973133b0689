import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness } from "../../testing/conference-harness.ts";
import type { InboundCall } from "../../testing/core-under-test.ts";
import { STATION } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";
import type { ParticipantRequest, ParticipantUpdate } from "./conference-api.ts";

const elsewhere = `CA${"9".repeat(32)}`;

function coachedBy(harness: ConferenceHarness, coach: InboundCall) {
  return harness.it.media.memberships.get(coach.leg.id)?.membership.coached ?? null;
}

async function aRoomWithCoach() {
  const harness = new ConferenceHarness();
  const { agent, caller } = await harness.start();
  const coach = await harness.join(`coach="${agent.sid}"`, "client");
  return { harness, agent, caller, coach, conferences: harness.it.core.conferences };
}

describe("coaching by TwiML", () => {
  test("[XM6] the coach's voice goes to the coached leg alone", async () => {
    const { harness, agent, caller, coach, conferences } = await aRoomWithCoach();

    expect(coachedBy(harness, coach)).toBe(agent.leg.id);
    expect([agent, caller].map((call) => coachedBy(harness, call))).toEqual([null, null]);
    expect(conferences.participant("talk", coach.sid)).toMatchObject({
      coaching: true,
      callSidToCoach: agent.sid,
    });
    expect(harness.of("participant-join").at(-1)).toMatchObject({
      Coaching: "true",
      CallSidToCoach: agent.sid,
    });
  });

  test("[XT20] a coach of somebody who is not there is 13240 and goes to the action", async () => {
    const harness = new ConferenceHarness();
    await harness.start();
    harness.it.web.respondWith("/done", `<Play>${APP}/failed.wav</Play>`);

    const coach = await harness.join(`coach="${elsewhere}"`);

    expect(harness.it.errorsOf(coach.sid)).toEqual([13240]);
    expect(harness.it.soundOf(coach)).toBe(`${APP}/failed.wav`);
    expect(harness.it.web.requestsTo("/done").at(-1)).toMatchObject({ DialCallStatus: "failed" });
  });

  test("[XM6] when the coached one leaves, the coach is heard by nobody", async () => {
    const { harness, agent, coach, conferences } = await aRoomWithCoach();

    agent.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(coachedBy(harness, coach)).not.toBeNull();
    expect(conferences.participant("talk", coach.sid)).toMatchObject({ coaching: true });
  });
});

describe("coaching by REST", () => {
  test("[XR18] changes live: whom they coach, and that they coach at all", async () => {
    const { harness, agent, caller, coach, conferences } = await aRoomWithCoach();

    conferences.updateParticipant("talk", coach.sid, { callSidToCoach: caller.sid });
    expect(coachedBy(harness, coach)).toBe(caller.leg.id);

    conferences.updateParticipant("talk", coach.sid, { coaching: false });
    expect(coachedBy(harness, coach)).toBeNull();

    const again = { coaching: true, callSidToCoach: agent.sid };
    conferences.updateParticipant("talk", coach.sid, again);
    await settled();
    expect(coachedBy(harness, coach)).toBe(agent.leg.id);
    expect(harness.of("participant-modify").map(({ Coaching }) => Coaching)).toEqual([
      "true",
      "false",
      "true",
    ]);
  });

  test("[XR18] coaching nobody, oneself or somebody elsewhere is refused and changes nothing", async () => {
    const { harness, agent, caller, coach, conferences } = await aRoomWithCoach();
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
    expect(coachedBy(harness, coach)).toBe(agent.leg.id);
  });

  test("[XR18] a participant who is dialled may coach one who is there, else 16028 or 20001", async () => {
    const { harness, agent, conferences } = await aRoomWithCoach();
    function add(room: string, more: Pick<ParticipantRequest, "coaching" | "join">) {
      return conferences.addParticipant(room, { to: "+61491570157", from: STATION, ...more });
    }

    const added = add("talk", { join: { callSidToCoach: agent.sid } });
    harness.it.sip.last.sink.onAnswered();
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
