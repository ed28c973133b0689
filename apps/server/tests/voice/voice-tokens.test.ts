import { decodeProtectedHeader, jwtVerify } from "jose";
import { expect, test } from "vitest";

import { SoftphoneTokens } from "../../src/telephony/softphone-tokens.ts";
import { openTelephonies } from "../../src/telephony/telephony-service.ts";
import { forgetVoiceTokens, listLostVoiceUsers } from "../../src/telephony/voice-token-store.ts";
import { openDesk, TelephoneDesk } from "../support/telephone-desk.ts";

const desk = await openDesk({ TWILIO_API_SECRET: "the-secret-of-the-key" });

async function claimsOf(token: string) {
  return (await jwtVerify(token, new TextEncoder().encode("the-secret-of-the-key"))).payload;
}

test("[VD12] [LN6] [VD67] a voice token is only for the person's own identity, in Twilio's form, for 15 minutes, without relays by default", async () => {
  const { owner, screener } = desk.people;
  // Without its own relays, the station requests none.
  desk.service.iceServers = [{ urls: "turn:r", username: "1", credential: "2" }];
  const answer = await desk.post("/twilio/auth", { identity: owner.id }, owner);
  expect(answer.body["iceServers"]).toEqual([]);
  expect((await desk.post("/twilio/auth", { identity: owner.id }, screener)).status).toBe(403);
  const token = String(answer.body["token"]);
  const claims = await claimsOf(token);

  expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT", cty: "twilio-fpa;v=1" });
  expect(Number(claims.exp) - Number(claims.iat)).toBe(900);
  expect(claims["grants"]).toMatchObject({
    identity: owner.id,
    voice: {
      incoming: { allow: true },
      outgoing: { application_sid: expect.stringMatching(/^AP/) },
    },
  });
});

test("[SR20] the demonstration telephone gets its own identity without an account", async () => {
  const one = await desk.post("/phone/token", {});
  const two = await desk.post("/phone/token", {});
  const identities = await Promise.all(
    [one, two].map(async ({ body }) => {
      const claims = await claimsOf(String(body["token"]));
      return (claims["grants"] as { identity: string }).identity;
    }),
  );

  expect(new Set(identities).size).toBe(2);
  for (const identity of identities) {
    expect(identity).toMatch(/^phone-[0-9a-f-]{36}$/);
  }
  expect((one.body["lines"] as { number: string }[]).map((line) => line.number)).toEqual([
    desk.line,
  ]);
  for (const { number } of one.body["callerNumbers"] as { number: string }[]) {
    expect(number).toMatch(/^\+61(491570\d{3}|25550\d{4}|27010\d{4})$/);
  }
});

test("[VD67] with media relays configured, each token comes with the exchange's relays", async () => {
  const turn = { TURN_URL: "turn:relay.example.com", TURN_SECRET: "sixteen-characters" };
  await using relayed = await TelephoneDesk.open(turn);
  const server = { url: "turn:r", urls: "turn:r", username: "9:linedesk", credential: "pass" };
  relayed.service.iceServers = [server];
  const { owner } = relayed.people;
  const relay = { urls: "turn:r", username: "9:linedesk", credential: "pass" };

  const voice = await relayed.post("/twilio/auth", { identity: owner.id }, owner);
  const phone = await relayed.post("/phone/token", {});
  expect([voice.body["iceServers"], phone.body["iceServers"]]).toEqual([[relay], [relay]]);

  relayed.service.isAway = true;
  const alone = await relayed.post("/twilio/auth", { identity: owner.id }, owner);
  relayed.service.isAway = false;
  expect(alone).toMatchObject({ status: 200, body: { iceServers: [] } });
});

test("[VD84] a preflight test connects without a claim, hears 6 s of silence and joins no room", async () => {
  const from = { CallSid: "CA1", From: `client:${desk.people.owner.id}` };

  const answers = [
    await desk.service.post("/api/twilio/voice/connect", { ...from, preflight: "1" }),
    await desk.service.post("/api/twilio/voice/connect", { ...from, preflight: "1", claim: "x" }),
    await desk.service.post("/api/twilio/voice/connect", from),
  ];

  expect(answers.map(({ body }) => body.replace(/^.*<Response>/, ""))).toEqual([
    `<Pause length="6"/><Hangup/></Response>`,
    `<Reject reason="rejected"/></Response>`,
    `<Reject reason="rejected"/></Response>`,
  ]);
});

test("[AS35] a revoked audio server's tokens are withdrawn when the exchange answers again", async () => {
  const { admin } = desk.people;
  const { id } = await desk.anAudioServer("Studio 29");
  const identities = [`as-${id}-line1`, `as-${id}-line2`];
  const { db, clock } = desk;
  const tokens = new SoftphoneTokens({
    services: openTelephonies([desk.telephonyConfig]),
    forget: (identity, until) => forgetVoiceTokens(db, identity, until),
    now: () => new Date(clock.now()),
    log: { warn: () => undefined },
    wait: async () => undefined,
  });
  const listLost = () => listLostVoiceUsers(db, new Date(clock.now()));
  async function withdrawLost(): Promise<void> {
    for (const lost of await listLost()) {
      tokens.withdraw(lost);
    }
    await tokens.close();
  }

  desk.service.isAway = true;
  expect(
    (await desk.send("DELETE", `/admin/${desk.station}/audioServers/${id}`, admin)).status,
  ).toBe(200);
  await withdrawLost();
  expect(desk.service.withdrawn).not.toContain(identities[0]);
  // People whom earlier tests signed out may be among them.
  const servers = (await listLost()).filter((lost) => lost.startsWith("as-"));
  expect(servers.toSorted()).toEqual(identities);

  desk.service.isAway = false;
  await withdrawLost();
  expect(desk.service.withdrawn).toEqual(expect.arrayContaining(identities));
  expect(await listLost()).toEqual([]);

  // When the service answers immediately, no withdrawal is left.
  const { id: next } = await desk.anAudioServer("Studio 30");
  await desk.send("DELETE", `/admin/${desk.station}/audioServers/${next}`, admin);
  expect(desk.service.withdrawn).toContain(`as-${next}-line2`);
  expect(await listLost()).toEqual([]);
});
