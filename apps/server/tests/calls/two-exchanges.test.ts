import twilio from "twilio";
import { afterEach, expect, test } from "vitest";

import type { Claim, StationEvent } from "@linedesk/contract";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { withdrawEverywhere } from "../../src/telephony/softphone-tokens.ts";
import { openTelephonies } from "../../src/telephony/telephony-service.ts";
import { TwoExchangesDesk } from "../support/two-exchanges-desk.ts";

const both = await TwoExchangesDesk.open();
const { desk, main, spare } = both;
const { presenter, producer, admin, owner } = desk.people;

afterEach(() => both.clear());

function commandsOf(at: typeof main, sid: string): string[] {
  return at.commands.flatMap((one) => (one.sid === sid ? [one.type] : []));
}

test("[CA72] every exchange gets the queues, and the lines with webhook addresses that name this exchange", async () => {
  for (const [at, name] of [
    [main, "main"],
    [spare, "spare"],
  ] as const) {
    const [number] = [...at.numbers.values()].filter((one) => one["PhoneNumber"] === desk.line);
    expect(number?.["VoiceUrl"]).toMatch(new RegExp(`/voice/incoming\\?x=${name}#`));
    expect([...at.queues.values()]).toContain(`station:${desk.station}`);
  }
});

test("[CA72] a webhook comes from the exchange that its signed address names, and a changed address is refused", async () => {
  const { id } = await both.ring(spare, "+61491570156");
  expect(await desk.call(id)).toMatchObject({ service: "spare" });
  const other = await both.ring(main, "+61491570157");
  expect((await desk.call(other.id)).service).toBeUndefined();

  const params = { CallSid: "CA1", To: desk.line, From: "+61491570158", CallStatus: "ringing" };
  const path = "/api/twilio/voice/incoming";
  const signature = twilio.getExpectedTwilioSignature(
    main.authToken,
    `${main.base}${path}`,
    params,
  );
  const headers = { "x-twilio-signature": signature };
  expect((await main.deliver(`${path}?x=spare`, params, headers)).status).toBe(403);
  expect((await main.post(`${path}?x=nowhere`, params)).status).toBe(403);
});

test("[CA73] every command about a call goes to the exchange that has it", async () => {
  const { id, sid, leg } = await both.converse(spare, { person: presenter, from: "+61491570156" });
  expect((await desk.call(id)).desk.status).toBe("screening");
  await desk.hold(presenter, id, true);
  await both.settle();
  expect((await desk.call(id)).desk.status).toBe("held");
  await desk.act(presenter, { call: id, action: "hang_up" });
  await both.pass(6_000);

  expect(commandsOf(spare, sid)).toEqual(["run", "hold", "end"]);
  expect(commandsOf(spare, leg)).toContain("end");
  expect(main.commands).toEqual([]);
  expect(await both.calls()).toEqual([]);
});

test("[CA74] a softphone that connects at an exchange other than its claim's is refused, and the claim stays unused", async () => {
  const { id } = await both.ring(spare, "+61491570156");
  const claim = await both.accept(presenter, id);
  expect(claim.service).toBe("spare");

  expect((await both.connect(main, presenter, claim)).isIn).toBe(false);
  expect((await both.connect(spare, presenter, claim)).isIn).toBe(true);
  expect((await desk.call(id)).desk.status).toBe("screening");
});

test("[CA75] calls at different exchanges can be neither merged into a conference nor swapped, and each refusal gives this reason", async () => {
  const one = await both.converse(main, { person: presenter, from: "+61491570156" });
  const two = await both.converse(spare, {
    person: presenter,
    from: "+61491570157",
    line: "line2",
  });
  const conference = await desk.post(
    "/conference",
    { action: "start", calls: [one.id, two.id] },
    presenter,
  );
  const swap = await desk.act(presenter, { call: one.id, action: "swap" });

  expect(conference).toMatchObject({
    status: 409,
    body: { error: { reason: "conference_across_exchanges" } },
  });
  expect(swap).toMatchObject({ status: 409, error: { reason: "swap_across_exchanges" } });
  for (const { id } of [one, two]) {
    expect((await desk.call(id)).desk.status).not.toBe("held");
  }
});

test("[CA76] [CN61] an exchange that crashes is named, and only its own calls end", async () => {
  const here = await both.converse(main, { person: presenter, from: "+61491570156" });
  const there = await both.ring(spare, "+61491570157");
  const restart = await spare.crash();
  await expect.poll(() => both.pass(1_000).then(listAway)).toEqual(["spare"]);

  const away = { telephony: "up", exchangesAway: ["spare"] };
  const subscribed = await desk.post(
    "/twilio/calls/call_subscription",
    { station: desk.station },
    producer,
  );
  expect(subscribed.body).toMatchObject(away);
  const sent = (await desk.events()).filter(isTelephony);
  expect(sent.at(-1)).toMatchObject({ state: "up", exchangesAway: ["spare"] });

  await both.pass(61_000);
  await both.tick();
  expect((await desk.call(there.id)).desk).toMatchObject({
    status: "ended",
    reason: "exchange_lost",
  });
  expect((await desk.call(here.id)).desk.status).toBe("screening");

  await restart();
  await expect.poll(() => both.pass(11_000).then(listAway)).toEqual([]);
});

async function listAway(): Promise<string[] | undefined> {
  const sent = (await desk.events()).findLast(({ type }) => type === "station.telephony");
  return sent?.type === "station.telephony" ? sent.exchangesAway : undefined;
}

function isTelephony(event: StationEvent): boolean {
  return event.type === "station.telephony";
}

test("[CN61] telephony is down when no exchange is up", async () => {
  main.isAway = true;
  spare.isAway = true;
  await both.pass(6_000);
  await both.tick();

  expect((await desk.events()).filter(isTelephony).at(-1)).toMatchObject({ state: "down" });
});

test("[CA77] a number is dialled at an exchange with a working trunk, otherwise at the first exchange that accepts calls", async () => {
  await desk.feature.monitor.tick();
  async function dial() {
    const body = { station: desk.station, to: "0491 570 156", line: "line1" };
    const answer = await desk.post("/twilio/calls/outbound_conference", body, presenter);
    const { claim, call } = answer.body as never as { claim: never; call: { id: string } };
    return { claim, id: call.id };
  }
  const first = await dial();
  expect(first.claim).toMatchObject({ service: "main" });
  await desk.act(presenter, { call: first.id, action: "hang_up" });

  spare.trunks = [{ sid: "TR1", name: "carrier", registered: true, answers: true }];
  const withTrunk = await dial();
  expect(withTrunk.claim).toMatchObject({ service: "spare" });
  await desk.act(presenter, { call: withTrunk.id, action: "hang_up" });
  spare.trunks = [];

  main.isDraining = true;
  const second = await dial();
  expect(second.claim).toMatchObject({ service: "spare" });
  await both.connect(spare, presenter, second.claim);
  expect(spare.dialled.size).toBe(1);
  expect(main.dialled.size).toBe(0);
  await desk.act(presenter, { call: second.id, action: "hang_up" });
  await both.pass(6_000);

  spare.isAway = true;
  main.isDraining = false;
  expect((await dial()).claim).toMatchObject({ service: "main" });
});

test("[CA78] a recording cannot be played while its exchange is down, and the error names the exchange", async () => {
  const settings = { mode: "on_request", noticeWords: "This is recorded.", noticeUrl: null };
  await desk.send("PUT", `/admin/${desk.station}/recording`, admin, settings);
  const { id, sid } = await both.converse(spare, { person: presenter, from: "+61491570156" });
  for (const action of ["start", "stop"]) {
    await desk.post(`/twilio/calls/${id}/recording`, { action }, presenter);
    await both.settle();
  }
  await spare.drop(sid);
  await both.settle();
  const { id: recording, service } = await desk.db
    .selectFrom("recording")
    .select(["id", "service"])
    .executeTakeFirstOrThrow();
  expect(service).toBe("spare");
  spare.isAway = true;

  expect(await desk.get(`/recordings/${recording}/sound`, owner)).toMatchObject({
    status: 503,
    body: { error: { reason: "recording_exchange_away", params: { service: "spare" } } },
  });
});

test("[CA80] a voice token is for the exchange that its request names, and an unknown exchange is refused", async () => {
  const identity = presenter.id;
  const named = await desk.post("/twilio/auth", { identity, service: "spare" }, presenter);
  const wrong = await desk.post("/twilio/auth", { identity, service: "nowhere" }, presenter);

  expect(named.status).toBe(200);
  const [, grants = ""] = String(named.body["token"]).split(".");
  const { grants: given } = JSON.parse(Buffer.from(grants, "base64url").toString()) as {
    grants: { voice: { outgoing: { application_sid: string } } };
  };
  expect([...spare.applications.keys()]).toContain(given.voice.outgoing.application_sid);
  expect(wrong).toMatchObject({ status: 400, body: { error: { reason: "no_such_exchange" } } });
});

test("[CA77] a caller is called back at an exchange that takes calls, wherever the call arrived", async () => {
  const { id } = await both.ring(main, "+61491570156");
  await desk.post("/twilio/calls/call_back", { call: id }, presenter);
  await both.settle();
  main.isDraining = true;

  const claim = await both.accept(presenter, id);
  expect(claim.service).toBe("spare");
  await both.connect(spare, presenter, claim);

  expect([...spare.dialled.values()].at(-1)).toMatchObject({ To: "+61491570156" });
  expect(await desk.call(id)).toMatchObject({ service: "spare", callState: "ringing" });
});

test("[CA76] a call at an exchange that the settings no longer name ends as lost", async () => {
  const { id } = await both.ring(main, "+61491570156");
  await desk.db.updateTable("call").set({ service: "gone" }).where("id", "=", id).execute();

  await desk.restart();
  await both.settle();

  expect((await desk.call(id)).desk).toMatchObject({ status: "ended", reason: "exchange_lost" });
});

test("[CA80] a person's tokens are withdrawn at the other exchange even if the first one does not answer, which is reported", async () => {
  const services = openTelephonies(desk.config.services);
  main.isAway = true;

  await expect(withdrawEverywhere(services, "alice")).rejects.toThrow("does not answer");

  expect(spare.withdrawn).toContain("alice");
});

test("[CA90] a dialled call shows a caller ID only at an exchange that has verified this ID, and otherwise the line's number", async () => {
  const shown = {
    number: "+61255550190",
    name: "Studio",
    state: "verified",
    in_use: true,
  } as const;
  const callerId = { id: uuidV7(), station_id: desk.station, requested_at: new Date(), ...shown };
  await desk.db.insertInto("caller_id").values(callerId).execute();
  const froms: (string | undefined)[] = [];
  for (const at of [main, spare]) {
    main.isDraining = at === spare;
    const body = { station: desk.station, to: "0491 570 156", line: "line1" };
    const placed = await desk.post("/twilio/calls/outbound_conference", body, presenter);
    await both.connect(at, presenter, placed.body["claim"] as Claim);
    froms.push([...at.dialled.values()].at(-1)?.["From"]);
    await both.clear();
  }
  await desk.db.deleteFrom("caller_id").execute();

  expect(froms).toEqual([shown.number, desk.line]);
});
