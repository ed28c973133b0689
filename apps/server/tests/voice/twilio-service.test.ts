import { expect, test } from "vitest";

import { openDesk } from "../support/telephone-desk.ts";

const applicationSid = `AP${"3".repeat(32)}`;

/** The scripted service as a Twilio account, with the settings that Twilio needs. */
const desk = await openDesk({
  TELEPHONY: "twilio",
  PUBLIC_URL: "http://127.0.0.1:4999",
  TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "the-token-of-the-account",
  TWILIO_AUTH_TOKEN_SECONDARY: "the-next-token-of-the-account",
  TWILIO_API_KEY: `SK${"2".repeat(32)}`,
  TWILIO_API_SECRET: "the-secret-of-the-key",
  TWILIO_APP_SID: applicationSid,
  PHONE_ENABLED: "false",
});

test("[CA66] the caller of a softphone without heartbeats is held until the next heartbeat", async () => {
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

test("[CA61] a hold and its end count when Twilio answers the command, before its event", async () => {
  const { owner } = desk.people;
  const { id } = await desk.converse(owner, "line1", "+61491570157");
  desk.service.isSilent = true;

  const held = await desk.hold(owner, id, true);
  expect(held).toMatchObject({
    status: 200,
    call: { desk: { status: "held", unattended: false } },
  });
  const resumed = await desk.hold(owner, id, false);
  expect(resumed).toMatchObject({ status: 200, call: { desk: { status: "screening" } } });

  await desk.service.settle();
  desk.service.isSilent = false;
});

test("the action of Enqueue ends a call after a failure or hang-up, and not after the caller was dequeued", async () => {
  const { sid, id } = await desk.ring("+61491570158");
  async function endQueue(QueueResult: string) {
    const path = `/api/twilio/voice/queue-ended?call=${id}`;
    return (await desk.service.post(path, { CallSid: sid, QueueResult })).body;
  }

  for (const result of ["redirected", "bridged", "bridging-in-process", "leave"]) {
    expect(await endQueue(result)).toMatch(/<Response\/>$/);
  }
  for (const result of ["system-error", "hangup"]) {
    expect(await endQueue(result)).toContain("<Hangup/>");
  }
});

test("without the demonstration telephone its application is not created", async () => {
  const names = [...desk.service.applications.values()].map((one) => one["FriendlyName"]);
  expect(names).toEqual([expect.stringMatching(/^linedesk [0-9a-f]{8} application\.operators$/)]);
});

test("[CA65] while the account's token is replaced, a webhook may be signed with either token", async () => {
  const status = { CallSid: "CA1", CallStatus: "ringing" };
  async function post(token: string) {
    desk.service.authToken = token;
    return (await desk.service.post("/api/twilio/voice/status", status)).status;
  }

  expect(await post("the-next-token-of-the-account")).toBe(204);
  expect(await post("a-token-of-somebody-else")).toBe(403);
  expect(await post("the-token-of-the-account")).toBe(204);
});

test("[CA59] a room of another installation on the same account is not ended", async () => {
  const other = `call:${crypto.randomUUID()}@12345678`;
  const old = `call:${crypto.randomUUID()}`;
  for (const name of [other, old]) {
    const room = { sid: `CF${name}`, name, sequence: 0, participants: new Map() };
    desk.service.rooms.set(name, room);
  }
  const before = desk.service.commands.length;
  for (let round = 0; round < 3; round += 1) {
    desk.clock.push(31_000);
    await desk.feature.monitor.tick();
    await desk.service.settle();
  }

  expect(desk.service.commands.slice(before).filter(({ type }) => type === "end_room")).toEqual([]);
});

test("[CA58] a number of the account loses its trunk and its application, and no number is created", async () => {
  const sid = `PN${"4".repeat(32)}`;
  desk.service.numbers.set(sid, {
    PhoneNumber: desk.line,
    TrunkSid: `TK${"5".repeat(32)}`,
    VoiceApplicationSid: `AP${"6".repeat(32)}`,
  });
  desk.clock.push(31_000);
  await desk.feature.monitor.tick();

  expect([...desk.service.numbers]).toEqual([
    [
      sid,
      expect.objectContaining({
        TrunkSid: "",
        VoiceApplicationSid: "",
        VoiceUrl: expect.stringContaining("/voice/incoming#rc=3&rp=all"),
        VoiceFallbackUrl: expect.stringContaining("/voice/incoming-again#rc=3&rp=all"),
      }),
    ],
  ]);
});

test("[CA59] a server does not start with the application of another installation", async () => {
  const FriendlyName = "linedesk 12345678 application.operators";
  const before = structuredClone([...desk.service.applications]);
  desk.service.applications.set(applicationSid, { FriendlyName });

  await expect(desk.replica()).rejects.toThrow(
    `The application ${applicationSid} belongs to another installation of Linedesk (12345678).`,
  );
  expect(desk.service.applications.get(applicationSid)).toEqual({ FriendlyName });
  desk.service.applications.clear();
  for (const [sid, form] of before) {
    desk.service.applications.set(sid, form);
  }
});

test("[CA60] a leg that a participant list omits stays in its call, and leaves the call when the leg itself has ended", async () => {
  const { id, sid, leg } = await desk.converse(desk.people.owner, "line1", "+61491570159");
  const room = [...desk.service.rooms.values()].find(({ participants }) => participants.has(sid));
  const statuses: string[] = [];
  async function compare() {
    desk.clock.push(31_000);
    await desk.feature.monitor.tick();
    await desk.service.settle();
    statuses.push((await desk.call(id)).desk.status);
  }

  room?.participants.delete(leg);
  await compare();
  await compare();
  desk.service.calls.delete(leg);
  await compare();
  expect(statuses).toEqual(["screening", "screening", "held"]);

  room?.participants.set(leg, { hold: false });
});
