import { expect, test } from "vitest";

import type {
  FlagDetails,
  LineDetails,
  Privacy,
  StationDetails,
  StationMember,
  WinRules,
} from "@linedesk/contract";
import { aPerson } from "../support/people.ts";
import { type Answer, openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();

function path(rest: string): string {
  return `/admin/${desk.station}${rest}`;
}
function put(to: string, body: object): Promise<Answer> {
  return desk.send("PUT", path(to), desk.people.admin, body);
}
function refusedWith(field: string, now: string) {
  const refusal = { reason: "was_changed_to", params: { value: now } };
  return { status: 409, body: { error: { code: "conflict", fields: { [field]: refusal } } } };
}

interface Edited {
  save: (change: object) => Promise<Answer>;
  first: object;
  other: object;
  field: string;
  now: string;
  third: object;
}

async function expectNothingOverwritten(edited: Edited): Promise<void> {
  const { save, first, other, third, field, now } = edited;
  expect((await save(first)).status).toBe(200);
  const second = await save(other);
  expect(second.status).toBe(200);
  expect(JSON.stringify(second.body)).toContain(now);
  expect(await save(third)).toMatchObject(refusedWith(field, now));
}

test("[CL33] the second of two changes of a phone line, a device preset or an audio server's name overwrites nothing", async () => {
  const { admin } = desk.people;
  const given = { name: "Talkback", number: "02 5550 0171", priority: false, forwardTo: null };
  const sounds = { holdMusicUrl: null, lineClosedUrl: null };
  const line = { ...given, ...sounds, withheld: "accept", withheldWords: null };
  const added = await desk.post(path("/phoneLines"), line, admin);
  const { id } = added.body["line"] as LineDetails;
  await expectNothingOverwritten({
    save: (change) => put(`/phoneLines/${id}`, { ...line, ...change, seen: line }),
    first: { name: "Drive" },
    other: { priority: true },
    field: "name",
    now: "Drive",
    third: { name: "Evening" },
  });
  const seen = { ...line, name: "Drive", priority: true };
  const atOnce = await Promise.all(
    ["One", "Two", "Three"].map((name) => put(`/phoneLines/${id}`, { ...seen, name, seen })),
  );
  expect(atOnce.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);

  const server = await desk.anAudioServer("Studio 3");
  const preset = { name: "Early", line1: server.id, line2: null };
  const wanted = { ...preset, feedsAir: { line1: null, line2: false } };
  const made = await desk.post(path("/devicePresets"), wanted, admin);
  const { id: presetId } = made.body["preset"] as { id: string };
  await expectNothingOverwritten({
    save: (change) => put(`/devicePresets/${presetId}`, { ...wanted, ...change, seen: wanted }),
    first: { name: "Morning" },
    other: { line1: null },
    field: "name",
    now: "Morning",
    third: { name: "Night" },
  });

  const name = { name: "Studio 3" };
  expect((await put(`/audioServers/${server.id}`, { name: "Rack 3", seen: name })).status).toBe(
    200,
  );
  const late = await put(`/audioServers/${server.id}`, { name: "Booth 3", seen: name });
  expect(late).toMatchObject(refusedWith("name", "Rack 3"));
});

test("[CL33] the second of two role changes of a person is refused with the present role", async () => {
  const { admin } = desk.people;
  const email = "kit@example.com";
  const invited = await desk.post(path("/users"), { email, role: "screener" }, admin);
  const { user } = invited.body["member"] as StationMember;
  const seen = { role: "screener" };

  expect((await put(`/users/${user}`, { role: "presenter", seen })).status).toBe(200);
  const same = await put(`/users/${user}`, { role: "presenter", seen });
  const second = await put(`/users/${user}`, { role: "producer", seen });

  expect(same.status).toBe(200);
  expect(second).toMatchObject(refusedWith("role", "presenter"));
});

test("[CL33] the second of two changes of the privacy or the rules of winning overwrites nothing", async () => {
  const { admin } = desk.people;
  const privacy = (await desk.get(path("/privacy"), admin)).body as unknown as Privacy;
  function save(retention: Partial<Privacy["retention"]>, more: Partial<Privacy> = {}) {
    const wanted = { ...privacy, ...more, retention: { ...privacy.retention, ...retention } };
    return put("/privacy", { ...wanted, seen: privacy });
  }
  expect((await save({ chat: 90 })).status).toBe(200);
  expect((await save({}, { numbersFrom: "producer" })).body).toMatchObject({
    retention: { chat: 90 },
    numbersFrom: "producer",
  });
  expect(await save({ chat: 30 })).toMatchObject(refusedWith("chat", "90"));
  expect(await save({}, { numbersFrom: "admin" })).toMatchObject(
    refusedWith("numbersFrom", "producer"),
  );

  const station = desk.station;
  const { body } = await desk.get(`/promo/prizes?station=${station}`, admin);
  const seen = body["rules"] as WinRules;
  function saveRules(change: Partial<WinRules>) {
    return desk.post("/promo/rules", { station, rules: { ...seen, ...change }, seen }, admin);
  }
  expect((await saveRules({ collectDays: 14 })).status).toBe(200);
  const other = await saveRules({ household: !seen.household });
  expect(other.body["rules"]).toEqual({ ...seen, collectDays: 14, household: !seen.household });
  expect(await saveRules({ collectDays: 7 })).toMatchObject(refusedWith("collectDays", "14"));
});

test("[CL33] the second of two choices of the number that dialled calls show is refused with the present number", async () => {
  const numbers = ["+61255501241", "+61255501242", "+61255501243"];
  const ids: string[] = [];
  for (const number of numbers) {
    const id = (await aPerson(desk.db, number)).id;
    const row = { id, station_id: desk.station, number, name: number, requested_at: new Date() };
    await desk.db
      .insertInto("caller_id")
      .values({ ...row, state: "verified" as const })
      .execute();
    ids.push(id);
  }
  const [one, two, three] = ids;
  const seen = { shown: null };

  expect((await put(`/callerIds/${one}`, { inUse: true, seen })).status).toBe(200);
  const second = await put(`/callerIds/${two}`, { inUse: true, seen });

  expect(second).toMatchObject(refusedWith("shown", "+61255501241"));
  const knowing = { inUse: true, seen: { shown: "+61255501241" } };
  expect((await put(`/callerIds/${three}`, knowing)).status).toBe(200);
  const late = await put(`/callerIds/${one}`, { inUse: false, seen: knowing.seen });
  expect(late).toMatchObject(refusedWith("shown", "+61255501243"));
});

test("[CL33] the second of two changes of a flag or the station's details overwrites nothing", async () => {
  const { admin } = desk.people;
  const look = { name: "Guest", colour: "#237763", icon: null, kind: "label", effect: "mark" };
  const made = await desk.post(path("/flags"), { ...look, hiddenByDefault: false }, admin);
  expect(made.status).toBe(200);
  const { id, carriers: _carriers, ...flag } = made.body["flag"] as FlagDetails;
  await expectNothingOverwritten({
    save: (change) => put(`/flags/${id}`, { ...flag, ...change, seen: flag }),
    first: { colour: "#a006d1" },
    other: { name: "Guest of both" },
    field: "colour",
    now: "#a006d1",
    third: { colour: "#122661" },
  });

  const { body } = await desk.get(path("/station"), admin);
  const { callSign: _callSign, logo, ...seen } = body as unknown as StationDetails;
  await expectNothingOverwritten({
    save: (change) => put("/station", { ...seen, logo, ...change, seen }),
    first: { maxDialS: 900 },
    other: { colour: "#122661" },
    field: "maxDialS",
    now: "900",
    third: { maxDialS: 1_200 },
  });
});
