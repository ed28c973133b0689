import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness } from "../../testing/conference-harness.ts";
import { STATION, answers } from "../../testing/core-under-test.ts";
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
    await answers(harness.it.sip.last);
  }
  return { harness, agent, conferences, callSid, answer };
}

describe("a ringing participant", () => {
  test("[XR17] can be read by call and by label, and is not in the list", async () => {
    const { harness, conferences, callSid } = await aRingingParticipant();
    const shown = { callSid, label: "g", muted: true, endOnExit: true, status: "ringing" };

    expect(conferences.participant("talk", callSid)).toMatchObject(shown);
    expect(conferences.participant(harness.room.sid, "g")).toMatchObject(shown);
    expect(conferences.participants("talk").map(({ label }) => label)).not.toContain("g");
  });

  test("[XR17] keeps a changed mute flag, which applies from the join", async () => {
    const { conferences, callSid, answer } = await aRingingParticipant();

    conferences.updateParticipant("talk", "g", { muted: false });
    expect(conferences.participant("talk", callSid)).toMatchObject({ muted: false });
    await answer();

    const shown = { muted: false, status: "connected" };
    expect(conferences.participant("talk", "g")).toMatchObject(shown);
  });

  test.each([
    { hold: true },
    { holdUrl: `${APP}/hold` },
    { announceUrl: `${APP}/news`, muted: false },
  ])("[XR18] refuses %o with 21220 and changes nothing", async (change) => {
    const { conferences } = await aRingingParticipant();

    expect(() => conferences.updateParticipant("talk", "g", change)).toThrow(
      expect.objectContaining({ twilioCode: 21220 }),
    );
    expect(conferences.participant("talk", "g")).toMatchObject({ muted: true });
  });

  test("[XR18] owns the label: a second participant with the label is refused and not dialled", async () => {
    const { harness, conferences } = await aRingingParticipant();
    const dialled = harness.it.sip.last;

    expect(() => conferences.addParticipant("talk", request)).toThrow(
      expect.objectContaining({ twilioCode: 16026 }),
    );
    expect(harness.it.sip.last).toBe(dialled);
  });

  test("[XR18] owns the label: a participant who requests the label by TwiML is refused too", async () => {
    const { harness, conferences, callSid, answer } = await aRingingParticipant();

    const other = await harness.join('participantLabel="g"');
    expect(harness.it.errorsOf(other.sid)).toEqual([16025]);
    await answer();

    expect(conferences.participant("talk", "g")).toMatchObject({ callSid, status: "connected" });
  });
});
