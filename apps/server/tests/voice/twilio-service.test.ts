import { expect, test } from "vitest";

import { openDesk } from "../support/telephone-desk.ts";

/** The scripted service as a Twilio account, with the settings that Twilio needs. */
const desk = await openDesk({
  TELEPHONY: "twilio",
  PUBLIC_URL: "http://127.0.0.1:4999",
  TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "the-token-of-the-account",
  TWILIO_AUTH_TOKEN_SECONDARY: "the-next-token-of-the-account",
  TWILIO_API_KEY: `SK${"2".repeat(32)}`,
  TWILIO_API_SECRET: "the-secret-of-the-key",
  TWILIO_APP_SID: `AP${"3".repeat(32)}`,
});

test("[CA66] the caller of a softphone without heartbeats hears music until they return", async () => {
  const { owner } = desk.people;
  const { id, sid } = await desk.converse(owner, "line1", "+61491570156");
  const room = [...desk.service.rooms.values()].find(({ participants }) => participants.has(sid));
  const isHeld = () => room?.participants.get(sid)?.hold;
  async function beat() {
    const path = `/station/${desk.station}/seats`;
    return desk.post(path, { lines: { line1: true, line2: false } }, owner);
  }
  async function pass(ms: number) {
    desk.clock.push(ms);
    await desk.feature.monitor.tick();
    await desk.service.settle();
  }

  await pass(7_000);
  expect(isHeld()).toBe(false);
  expect((await beat()).body["beatEveryMs"]).toBe(2_000);
  await pass(5_000);
  expect((await desk.call(id)).desk.status).toBe("screening");
  await pass(1_500);
  expect(isHeld()).toBe(true);
  expect((await desk.call(id)).desk).toMatchObject({ status: "held", unattended: true });

  await beat();
  await pass(500);
  expect(isHeld()).toBe(false);
  expect((await desk.call(id)).desk.status).toBe("screening");
});
