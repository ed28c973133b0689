import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness } from "../../testing/conference-harness.ts";
import { STATION } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const TARGET = "+61491570157";
const join = { label: "g", muted: true, endOnExit: true };
const request = { to: TARGET, from: STATION, join };

async function aRingingParticipant() {
  const harness = new ConferenceHarness();
  const agent = await harness.join("", "client");
  const { conferences } = harness.it.core;
  const { callSid } = conferences.addParticipant("talk", request);
  harness.it.sip.last.sink.onRinging();
  await settled();
  async function answer() {
    harness.it.sip.last.sink.onAnswered();
    await settled();
  }
  return { harness, agent, conferences, callSid, answer };
}

describe("a participant who still rings", () => {
  test("[XR17] is shown as they were asked for, by call and by label, and is not in the list", async () => {
    const { harness, conferences, callSid } = await aRingingParticipant();
    const shown = { callSid, label: "g", muted: true, endOnExit: true, status: "ringing" };

    expect(conferences.participant("talk", callSid)).toMatchObject(shown);
    expect(conferences.participant(harness.room.sid, "g")).toMatchObject(shown);
    expect(conferences.participants("talk").map(({ label }) => label)).not.toContain("g");
  });

  test("[XR17] keeps what is changed meanwhile, which counts when they join", async () => {
    const { harness, agent, conferences, callSid, answer } = await aRingingParticipant();
    const change = { muted: false, endOnExit: false, callSidToCoach: agent.sid, coaching: true };
    const shown = { muted: false, endOnExit: false, coaching: true, callSidToCoach: agent.sid };
    const wait = { waitUrl: `${APP}/wait`, waitMethod: "GET" } as const;

    expect(conferences.updateParticipant("talk", "g", change)).toMatchObject(shown);
    conferences.updateParticipant("talk", callSid, { ...wait, beepOnExit: false });
    expect(conferences.participant("talk", callSid)).toMatchObject(shown);
    await answer();

    expect(conferences.participant("talk", "g")).toMatchObject({ ...shown, status: "connected" });
    await harness.join();
    conferences.removeParticipant("talk", "g");
    await settled();
    expect(harness.room.status).toBe("in-progress");
  });

  test.each([
    [{ hold: true }, 21220],
    [{ holdUrl: `${APP}/hold` }, 21220],
    [{ announceUrl: `${APP}/news`, muted: false }, 21220],
    [{ coaching: true, muted: false }, 20001],
    [{ callSidToCoach: `CA${"9".repeat(32)}`, muted: false }, 16028],
  ])("[XR18] refuses %o with %i and changes nothing", async (change, twilioCode) => {
    const { conferences } = await aRingingParticipant();

    expect(() => conferences.updateParticipant("talk", "g", change)).toThrow(
      expect.objectContaining({ twilioCode }),
    );
    expect(conferences.participant("talk", "g")).toMatchObject({ muted: true, coaching: false });
  });

  test("[XR18] has their label to themselves: another is refused at once, and not dialled", async () => {
    const { harness, conferences } = await aRingingParticipant();
    const dialled = harness.it.sip.last;

    expect(() => conferences.addParticipant("talk", request)).toThrow(
      expect.objectContaining({ twilioCode: 16026 }),
    );
    expect(harness.it.sip.last).toBe(dialled);
  });

  test("[XR18] keeps it from one who comes by a document, too", async () => {
    const { harness, conferences, callSid, answer } = await aRingingParticipant();

    const other = await harness.join('participantLabel="g"');
    expect(harness.it.errorsOf(other.sid)).toEqual([16025]);
    await answer();

    expect(conferences.participant("talk", "g")).toMatchObject({ callSid, status: "connected" });
  });

  test("[XR17] is cancelled by their label, which is free again", async () => {
    const { harness, conferences, callSid } = await aRingingParticipant();

    expect(conferences.removeParticipant("talk", "g")).toBe(true);
    await settled();

    expect(harness.it.status(callSid)).toBe("canceled");
    expect(conferences.participant("talk", "g")).toBeNull();
    expect(conferences.addParticipant("talk", request).label).toBe("g");
  });
});
