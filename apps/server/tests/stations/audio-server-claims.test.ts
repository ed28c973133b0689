import { afterEach, expect, test } from "vitest";

import { type AudioServerTarget, audioServerChannel } from "@linedesk/contract";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { ConferenceDesk } from "../support/conference-desk.ts";
import { aPerson, aStation, type Person } from "../support/people.ts";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk({ DIAL_PERSON_CALLS_PER_MINUTE: "0" });
const { presenter, screener, outsider } = desk.people;
afterEach(() => desk.endCalls());

/** Pairs an audio server, and puts these people on the channel of its line 1. */
async function aStudio(name: string, people: Person[] = [presenter, screener, outsider]) {
  const { id, key } = await desk.anAudioServer(name);
  const ids = people.map((person) => person.id);
  desk.channelMembers.set(audioServerChannel(id, "line1"), ids);
  const rack = { id: `as-${id}-line1`, name: "" };
  async function claim(user: Person, target: AudioServerTarget, over: object = {}) {
    const body = { line: "line1", user: user.id, target, ...over };
    const answer = await desk.postWithKey(`/audioServers/${id}/claim`, body, key);
    const error = answer.body["error"] as { reason: string } | undefined;
    return { status: answer.status, claim: String(answer.body["claim"]), reason: error?.reason };
  }
  return { id, key, rack, claim };
}

test("[AS126] the station claims a waiting call for the person on the line's channel", async () => {
  const { id, rack, claim } = await aStudio("Plain 1");
  const { id: call } = await desk.ring("+61491570131");

  const granted = await claim(presenter, { type: "accept", call });
  const again = await claim(presenter, { type: "accept", call });

  expect(granted.status).toBe(200);
  expect(again).toEqual(granted);
  await desk.connect(rack, {
    claim: { id: granted.claim, line: "line1", expiresAt: "", service: "main" },
  });
  expect((await desk.call(call)).desk).toMatchObject({
    status: "on_air",
    holder: { user: presenter.id, line: "line1" },
  });
  const audits = await desk.audited("call.accepted", "user_id", "subject_id", "details");
  expect(audits.find(({ subject_id }) => subject_id === call)).toMatchObject({
    user_id: presenter.id,
    details: { line: "line1", audioServer: id },
  });
});

test("[AS126] a claim that the person has made at the console is returned", async () => {
  const { id, claim } = await aStudio("Plain 2");
  const { id: call } = await desk.ring("+61491570132");
  const device = { type: "audio_server", id };
  const accept = { call, action: "accept", line: "line1", device };
  const taken = await desk.act(presenter, accept);

  expect(await claim(presenter, { type: "accept", call })).toMatchObject({
    status: 200,
    claim: taken.claim?.id,
  });
});

test("[AS126] the person resumes their own call, and a role without air gets no claim on a line that feeds the air", async () => {
  const { rack, claim } = await aStudio("Plain 3");
  const { id: call } = await desk.converse(presenter, "line2", "+61491570133");
  await desk.hold(presenter, call, true);

  const resumed = await claim(presenter, { type: "accept", call });

  await desk.connect(rack, {
    claim: { id: resumed.claim, line: "line1", expiresAt: "", service: "main" },
  });
  expect((await desk.call(call)).desk).toMatchObject({ holder: { line: "line1" } });
  expect(await claim(screener, { type: "accept", call })).toMatchObject({
    status: 403,
    reason: "role_may_not_put_to_air",
  });
});

test("[AS126] a number is dialled with the person's permissions, once per request", async () => {
  const { id, rack, claim } = await aStudio("Plain 4");
  const target = { type: "outbound", to: "0491 570 156", profile: null } as const;

  const placed = await claim(presenter, target);

  expect(await claim(presenter, target)).toEqual(placed);
  await desk.connect(rack, {
    claim: { id: placed.claim, line: "line1", expiresAt: "", service: "main" },
  });
  expect([...desk.service.dialled.keys()]).toHaveLength(1);
  const audits = await desk.audited("call.placed", "user_id", "details");
  expect(audits.at(-1)).toMatchObject({ user_id: presenter.id, details: { audioServer: id } });
  const invalid = { ...target, to: "not a number" };
  expect((await claim(presenter, invalid)).status).toBe(400);
});

test("[AS126] a person joins a conference of the station", async () => {
  const { rack, claim } = await aStudio("Plain 5");
  const conferences = new ConferenceDesk(desk);
  const { id: conference } = await conferences.ofTwo("line2");
  await conferences.act(presenter, { action: "leave", conference });

  const joined = await claim(presenter, { type: "conference", conference });

  expect(joined).toMatchObject({ status: 200 });
  await desk.connect(rack, {
    claim: { id: joined.claim, line: "line1", expiresAt: "", service: "main" },
  });
  expect(conferences.membersOf(conference).length).toBeGreaterThan(2);
  expect((await claim(screener, { type: "conference", conference })).reason).toBe("role_may_not");
});

test("[AS126] [AS24] a person who is not on the channel, is not a member or lacks the permission gets no claim", async () => {
  const { id, key, claim } = await aStudio("Plain 6");
  const { id: call } = await desk.ring("+61491570134");
  const target = { type: "accept", call } as const;
  const foreign = await desk.anAudioServer("Plain 7");
  const boss = await aPerson(desk.db, "Boss");
  const station = await aStation(desk.db, [[boss, "owner"]]);
  const path = `/audioServers/${id}/claim`;
  const body = { line: "line1", user: presenter.id, target };

  expect((await claim(desk.people.admin, target)).reason).toBe("audio_server_person_absent");
  expect((await claim(presenter, target, { line: "line2" })).reason).toBe(
    "audio_server_person_absent",
  );
  expect((await claim(outsider, target)).reason).toBe("not_a_member");
  expect((await claim(presenter, target, { station })).status).toBe(404);
  expect((await claim(presenter, { type: "accept", call: uuidV7() })).reason).toBe("no_such_call");
  expect((await desk.postWithKey(path, body, foreign.key)).status).toBe(403);
  expect((await desk.postWithKey(path, body, `${key}x`)).status).toBe(401);
  expect((await desk.post(path, body, presenter)).status).toBe(401);
  expect((await desk.call(call)).desk.status).toBe("waiting");
  await desk.db
    .updateTable("user")
    .set({ disabled_at: new Date() })
    .where("id", "=", screener.id)
    .execute();
  expect((await claim(screener, target)).reason).toBe("not_a_member");
  await desk.db
    .updateTable("user")
    .set({ disabled_at: null })
    .where("id", "=", screener.id)
    .execute();
});
