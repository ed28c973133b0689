import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { AnsweringListener } from "@linedesk/testkit";
import { createPeerPlan } from "../../src/edges/sip/trunks/trunk.ts";
import { eventually, testConfig } from "../support/booted-exchange.ts";
import { aListener, aTelephone, Cleanup, until } from "../support/sip-support.ts";
import { useExchange } from "../support/use-exchange.ts";

const station = "+61255500101";
const invitee = "+61491570156";

const cleanup = new Cleanup();
let telephone: AnsweringListener;

const booted = useExchange({
  async config(lasting) {
    telephone = await aTelephone(lasting, { does: { type: "ring" }, sends: 440 });
    const { address: host, port } = telephone.address;
    return { sip: { ...testConfig().sip, plan: createPeerPlan({ host, port }) } };
  },
  furnish: ({ rest, web }) =>
    rest.incomingPhoneNumbers.create({ phoneNumber: station, voiceUrl: web.url("/incoming") }),
});
afterEach(() => cleanup.run());

let room = "";
let count = 0;
beforeEach(() => {
  room = `studio ${(count += 1)}`;
});

function conference() {
  return booted().rest.conferences(room);
}

/** Somebody sits in the room, and a telephone rings for it. */
async function aRingingParticipant() {
  const noun = `<Conference beep="false" waitUrl="">${room}</Conference>`;
  booted().web.answer("/incoming", `<Dial>${noun}</Dial>`);
  const host = await aListener(cleanup, { address: booted().exchange.sip }, { to: station });
  await host.answered;
  const form = { to: invitee, from: station, label: "guest", beep: "false", timeout: 60 };
  const { callSid } = await conference().participants.create({ ...form, muted: true });
  const ringing = await telephone.nextCall();
  await eventually(
    () => conference().participants(callSid).fetch(),
    ({ status }) => status === "ringing",
  );
  return { host, callSid, ringing, request: form };
}

describe("a participant whose telephone rings", () => {
  test("[XR17] is found by call and label, and joins as they were changed meanwhile", async () => {
    const { host, callSid, ringing } = await aRingingParticipant();
    const { participants } = conference();
    const ringingParticipant = { callSid, label: "guest", status: "ringing", muted: true };

    expect(await participants(callSid).fetch()).toMatchObject(ringingParticipant);
    expect(await participants("guest").fetch()).toMatchObject(ringingParticipant);
    expect((await participants.list()).map((each) => each.callSid)).not.toContain(callSid);
    const changed = await participants("guest").update({
      muted: false,
      endConferenceOnExit: true,
    });
    ringing.pickUp();
    const joined = await eventually(
      () => participants.list(),
      (list) => list.some((each) => each.callSid === callSid),
    );

    expect(changed).toMatchObject({
      ...ringingParticipant,
      muted: false,
      endConferenceOnExit: true,
    });
    expect(joined.find((each) => each.callSid === callSid)).toMatchObject({
      label: "guest",
      status: "connected",
      muted: false,
      endConferenceOnExit: true,
    });
    await until("the host hears them", () => host.toneAmplitude(440) > 0.1);
    await participants("guest").remove();
    await host.ended;
  });

  test("[XR17] joins muted, as they were asked for, when nobody changes it", async () => {
    const { host, callSid, ringing } = await aRingingParticipant();
    const { participants } = conference();

    ringing.pickUp();
    await eventually(
      () => participants(callSid).fetch(),
      ({ status }) => status === "connected",
    );
    // They speak all the time; what the room had to hear of them, it had by now.
    const before = host.packetsReceived;
    await until("two seconds have come", () => host.packetsReceived > before + 100);
    expect(host.toneAmplitude(440, 2000)).toBeLessThan(0.01);
    await participants("guest").update({ muted: false });
    await until("the host hears them", () => host.toneAmplitude(440) > 0.1);
  });

  test("[XR17] is taken out while it rings, and their label is free again", async () => {
    const { callSid, ringing, request: form } = await aRingingParticipant();
    const { participants } = conference();

    expect(await participants("guest").remove()).toBe(true);
    await ringing.ended;
    const again = await participants.create(form);

    expect((await booted().rest.calls(callSid).fetch()).status).toBe("canceled");
    await expect(participants(callSid).fetch()).rejects.toMatchObject({ code: 20404 });
    expect(again).toMatchObject({ label: "guest" });
    await (await telephone.nextCall()).hangUp();
  });

  test("[XR18] can neither hold nor listen, and keeps their label to themselves", async () => {
    const { ringing, request: form } = await aRingingParticipant();
    const { participants } = conference();
    const url = booted().web.url("/news");
    const before = telephone.calls.length;

    for (const change of [{ hold: true }, { holdUrl: url }, { announceUrl: url, muted: false }]) {
      const refused = participants("guest").update(change);
      await expect(refused).rejects.toMatchObject({ status: 400, code: 21220 });
    }
    await expect(participants.create(form)).rejects.toMatchObject({ status: 400, code: 16026 });

    const still = await participants("guest").fetch();
    expect(still).toMatchObject({ status: "ringing", muted: true, hold: false });
    expect(telephone.calls).toHaveLength(before);
    await ringing.hangUp();
  });
});
