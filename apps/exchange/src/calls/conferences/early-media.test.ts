import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { ConferenceHarness, aConference } from "../../testing/conference-harness.ts";
import { STATION, ends, answers, soundsEarly } from "../../testing/core-under-test.ts";

function add(harness: ConferenceHarness, earlyMedia?: boolean) {
  const early = earlyMedia === undefined ? {} : { earlyMedia };
  const request = { to: "+61491570157", from: STATION, join: {}, ...early };
  harness.it.core.conferences.addParticipant("talk", request);
  harness.it.sip.last.sink.onRinging();
  return harness.it.sip.last;
}

test("[XR17] a waiting participant hears the far end before the answer, and is not heard by it", async () => {
  const harness = new ConferenceHarness();
  const agent = await harness.join("", "client");
  const callee = add(harness);
  await settled();
  expect(harness.it.soundOf(agent)).toBe("ringback");

  await soundsEarly(callee);
  const { memberships } = harness.it.media;
  expect(harness.it.soundOf(agent)).toBe("room");
  expect(memberships.get(callee.leg.id)).toMatchObject({
    room: harness.room.sid,
    membership: { muted: false, deaf: true },
  });
  expect(memberships.get(agent.leg.id)?.membership).toMatchObject({ muted: true });

  await answers(callee);
  for (const { leg } of [agent, callee]) {
    const member = memberships.get(leg.id)?.membership;
    expect(member).toMatchObject({ muted: false, hold: false });
    expect(member?.deaf ?? false).toBe(false);
  }
});

test("[XR17] with EarlyMedia false, music plays until the answer, without ringing or early media", async () => {
  const harness = new ConferenceHarness();
  const agent = await harness.join("", "client");
  const callee = add(harness, false);

  await soundsEarly(callee);

  expect(harness.it.soundOf(agent)).toBe("hold-music");
  expect(harness.it.media.memberships.has(callee.leg.id)).toBe(false);
});

test("[XR17] participants who talk with each other do not hear early media, and a participant who is left alone hears it", async () => {
  const { harness, caller } = await aConference();
  const callee = add(harness);
  await soundsEarly(callee);
  function muted() {
    return harness.it.media.memberships.get(callee.leg.id)?.membership.muted;
  }
  expect(muted()).toBe(true);

  await ends(caller);

  expect(muted()).toBe(false);
});

test("[XR17] when the early media ends, ringback plays, and when the call fails, hold music plays", async () => {
  const harness = new ConferenceHarness();
  const agent = await harness.join("", "client");
  const callee = add(harness);
  await soundsEarly(callee);

  await soundsEarly(callee, false);
  expect(harness.it.soundOf(agent)).toBe("ringback");
  await ends(callee, { cause: "busy" });

  expect(harness.it.soundOf(agent)).toBe("hold-music");
});
