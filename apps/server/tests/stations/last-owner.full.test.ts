import { expect, test } from "vitest";

import { aPerson, aStation, type Person } from "../support/people.ts";
import { type Answer, openDesk } from "../support/telephone-desk.ts";

const ROUNDS = 8;

const desk = await openDesk();

type OwnerChange = (path: string, by: Person) => Promise<Answer>;

const disable: OwnerChange = (path, by) =>
  desk.send("PUT", `${path}/active`, by, { active: false });
const lower: OwnerChange = (path, by) => desk.send("PUT", path, by, { role: "screener" });
const remove: OwnerChange = (path, by) => desk.send("DELETE", path, by);

async function countActiveOwners(station: string): Promise<number> {
  const owners = await desk.db
    .selectFrom("membership as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select("u.id")
    .where("m.station_id", "=", station)
    .where("m.role", "=", "owner")
    .where("u.disabled_at", "is", null)
    .execute();
  return owners.length;
}

const races: [string, OwnerChange, OwnerChange][] = [
  ["disable each other", disable, disable],
  ["disable and lower each other", disable, lower],
  ["disable and remove each other", disable, remove],
  ["lower and remove each other", lower, remove],
];
test.each(races)("[AD160] [AD23] two owners race to %s, and one stays", async (_, one, other) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ann = await aPerson(desk.db, "Ann");
    const ben = await aPerson(desk.db, "Ben");
    const station = await aStation(desk.db, [
      [ann, "owner"],
      [ben, "owner"],
    ]);
    const whom = ({ id }: Person) => `/admin/${station}/users/${id}`;
    const changes = [() => one(whom(ben), ann), () => other(whom(ann), ben)];
    const inTurn = round % 2 === 0 ? changes : changes.toReversed();

    const answers = await Promise.all(inTurn.map((change) => change()));

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect([statuses[0], await countActiveOwners(station)]).toEqual([200, 1]);
    expect([401, 403]).toContain(statuses[1]);
  }
});
