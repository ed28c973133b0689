import { expect, test } from "vitest";

import type { Privacy } from "@linedesk/contract";
import { openDesk } from "../support/telephone-desk.ts";

const desk = await openDesk();
await maskNumbers();

async function maskNumbers(): Promise<void> {
  const { station, people } = desk;
  const path = `/admin/${station}/privacy`;
  const { body } = await desk.get(path, people.owner);
  const privacy: Privacy = { ...(body as unknown as Privacy), numbersFrom: "owner" };
  expect((await desk.send("PUT", path, people.owner, privacy)).status).toBe(200);
}

test("[AD79] a caller's numbers stand as they were given, so that a masked one is found between no others", async () => {
  const { station, people } = desk;
  const { sid, id } = await desk.ring("+61491570335");
  const { caller_id: caller } = await desk.db
    .selectFrom("call")
    .select("caller_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await desk.service.drop(sid);
  await desk.service.settle();

  // Less, more, and with the same last digits: none comes before the one that is not known.
  for (const number of ["0491570001", "0491579999", "0491560335"]) {
    const given = { station, caller, number, has: true };
    expect((await desk.post("/caller/numbers", given, people.producer)).status).toBe(200);
  }
  const search = await desk.get(
    `/caller/caller_list?station=${station}&find=${encodeURIComponent("0491570001")}`,
    people.producer,
  );
  const profile = await desk.get(
    `/caller/profile?station=${station}&caller=${caller}`,
    people.producer,
  );

  const found = (search.body["items"] as { numbers: unknown[] }[])[0]?.numbers;
  const known = (profile.body["profile"] as { numbers: unknown[] }).numbers;
  for (const numbers of [found, known]) {
    const ends = (numbers ?? []).map((one) => /\d{3}(?!.*\d{3})/.exec(JSON.stringify(one))?.[0]);
    expect(ends).toEqual(["335", "001", "999", "335"]);
  }
});

test("[AD60] who sees numbers masked finds nothing in the audit by digits, after a word neither", async () => {
  const { station, people } = desk;
  const digits = encodeURIComponent("0491 57");
  const path = `/admin/${station}/audit`;

  expect((await desk.get(`${path}?object=${digits}`, people.admin)).status).toBe(400);
  for (const object of ["0", "kim 0", "line 2", "\u0660"]) {
    const named = `${path}?object=${encodeURIComponent(object)}`;
    expect((await desk.get(named, people.admin)).status).toBe(400);
    const taken = await desk.post(`${path}/export`, { object }, people.admin);
    expect(taken.status).toBe(400);
  }
  for (const object of [station, "kim"]) {
    const named = `${path}?object=${encodeURIComponent(object)}`;
    expect((await desk.get(named, people.admin)).status).toBe(200);
  }
  expect((await desk.get(`${path}?object=${digits}`, people.owner)).status).toBe(200);
});
