import { expect, test } from "vitest";

import {
  type ContestEntry,
  type FlagDetails,
  flagEffects,
  flagKind,
  isBan,
} from "@linedesk/contract";
import {
  findCallerByNumber,
  insertCallerOfNumber,
  writeCallerFlag,
} from "../../src/callers/caller-store.ts";
import { openDesk } from "../support/telephone-desk.ts";
import { useContest } from "../support/use-contest.ts";

const desk = await openDesk();

async function addFlag(name: string, kind: "banned" | "warning"): Promise<FlagDetails> {
  const look = { name, colour: "#830d1e", icon: null, kind, effect: "mark" };
  const body = { ...look, hiddenByDefault: false, retired: false };
  const { admin } = desk.people;
  const answer = await desk.post(`/admin/${desk.station}/flags`, body, admin);
  return answer.body["flag"] as FlagDetails;
}

async function flagCaller(number: string, flag: FlagDetails, until: string | null = null) {
  const { sid, id } = await desk.ring(number);
  const body = { call: id, flag: flag.id, carried: true, reason: "swears", until };
  const { status } = await desk.post("/caller/flag", body, desk.people.producer);
  await desk.service.drop(sid);
  return status;
}

test("[CW4] a ban excludes its caller from the count even if it does not block calls; a warning, a retired ban and an expired ban do not", async () => {
  const { admin, producer } = desk.people;
  const ban = await addFlag("Abusive", "banned");
  const old = await addFlag("Barred once", "banned");
  const soon = new Date(desk.clock.now() + 60_000).toISOString();
  const set = [
    await flagCaller("+61491570101", ban),
    await flagCaller("+61491570102", await addFlag("Drunk", "warning")),
    await flagCaller("+61491570103", old),
    await flagCaller("+61491570104", ban, soon),
  ];
  expect(set).toEqual([200, 200, 200, 200]);
  const { id, carriers: _carriers, ...look } = old;
  const retired = { ...look, retired: true };
  await desk.send("PUT", `/admin/${desk.station}/flags/${id}`, admin, retired);
  const { path, start } = await useContest(desk);
  await start(1);

  const banned = await desk.ring("+61491570101");
  await desk.ring("+61491570104");
  await desk.pass(61_000);
  for (const number of ["+61491570102", "+61491570103", "+61491570104"]) {
    await desk.ring(number);
  }

  const { body } = await desk.get(path("/log"), producer);
  const entries = (body["items"] as ContestEntry[]).toReversed();
  expect(
    entries.map(({ numberDisplay, place, outcome }) => [numberDisplay, place, outcome]),
  ).toEqual([
    ["0491 570 101", null, "blocked"],
    ["0491 570 104", null, "blocked"],
    ["0491 570 102", 1, "winner"],
    ["0491 570 103", 2, "late"],
    ["0491 570 104", 3, "late"],
  ]);
  expect(await desk.call(banned.id)).toMatchObject({
    desk: { status: "waiting" },
    contest: { place: null, outcome: "blocked" },
  });
});

const everyKindOfFlag = flagKind.options
  .flatMap((kind) => flagEffects.map((effect) => ({ kind, effect })))
  .map((look, index) => ({ ...look, number: `+6149157020${index}` }));

test.each(everyKindOfFlag)(
  "[CW4] [FL14] a flag of kind $kind and effect $effect bans its caller exactly if the contract's `isBan` is true",
  async ({ kind, effect, number }) => {
    const { station, db } = desk;
    const flag = await desk.aFlag({ name: `${kind} ${effect}`, kind, effect });
    await db.transaction().execute(async (trx) => {
      const caller = await insertCallerOfNumber(trx, { station, number, name: null });
      await writeCallerFlag(trx, { caller, flag, carried: true, reason: "" });
    });

    const caller = await findCallerByNumber(db, station, number);

    expect(caller?.banned).toBe(isBan({ kind, effect }));
    expect(caller?.blocked).toBe(effect === "block");
  },
);
