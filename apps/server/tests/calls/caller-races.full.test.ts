import { afterEach, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { mergeInto, requireBoth, requireCaller } from "../../src/callers/caller-changes.ts";
import { updateCallerDetails } from "../../src/callers/callers.ts";
import { lockCall } from "../../src/calls/change-call.ts";
import { presentCall } from "../../src/calls/present-call.ts";
import { arrivedState } from "../../src/calls/state/desk-state.ts";
import { insertCall, updateCall } from "../../src/calls/store/call-store.ts";
import { systemActor } from "../../src/platform/db/audit-store.ts";
import type { Trx } from "../../src/platform/db/database.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { publish } from "../../src/platform/realtime/publish.ts";
import { openDesk } from "../support/telephone-desk.ts";
import { waitBehind } from "../support/wait-behind.ts";

const desk = await openDesk();
const { producer, screener } = desk.people;

afterEach(async () => {
  await desk.endCalls();
  await desk.db.deleteFrom("call").execute();
});

async function aCaller(number: string, name: string): Promise<string> {
  const { id, sid } = await desk.ring(number);
  await desk.post("/caller/name", { call: id, name }, screener);
  const caller = (await desk.call(id)).caller.id ?? "";
  await desk.service.drop(sid);
  return caller;
}

async function act(path: string, caller: string, body: object): Promise<void> {
  const request = { station: desk.station, caller, ...body };
  expect((await desk.post(`/caller/${path}`, request, producer)).status).toBe(200);
}

/** Writes a call of the caller, as an arrival does, and returns its id. */
async function insertArrival(trx: Trx, caller: string): Promise<string> {
  const arrivedAt = new Date(desk.clock.now());
  const id = uuidV7(arrivedAt.getTime());
  await insertCall(trx, {
    id,
    station: desk.station,
    phoneLine: null,
    direction: "inbound",
    callSid: null,
    number: null,
    caller,
    callState: { status: "ringing" },
    desk: arrivedState,
    earlierCalls: 0,
    lastCallAt: null,
    arrivedAt,
    dial: null,
    service: "main",
  });
  await publishCall(trx, id);
  return id;
}

async function publishCall(trx: Trx, id: string): Promise<void> {
  const call = presentCall(await lockCall(trx, id));
  await publish(trx, desk.station, { type: "call.changed", call });
}

/** Lets `act` begin while a call of the caller arrives. Returns the id of this call. */
async function arriveDuring(caller: string, act: () => Promise<unknown>): Promise<string> {
  let id = "";
  const write = async (trx: Trx) => (id = await insertArrival(trx, caller));
  await waitBehind(desk.db, { write, act });
  return id;
}

/** Returns the call's caller as the last event shows it to every seat. */
async function shown(id: string): Promise<Call["caller"] | undefined> {
  const calls = (await desk.events()).flatMap((event) => ("call" in event ? [event.call] : []));
  return calls.findLast((call) => call.id === id)?.caller;
}

const changes: [string, (caller: string, flag: string) => Promise<void>, object][] = [
  [
    "name",
    (caller) => act("details", caller, { field: "name", value: "New Name", seen: "Old Name" }),
    { name: "New Name" },
  ],
  [
    "ban",
    (caller, flag) => act("flags", caller, { flag, carried: true }),
    { flagIds: [expect.any(String)] },
  ],
];
test.each(changes)(
  "[CL2] a %s that is set while a call of the caller arrives reaches every seat",
  async (kind, change, expected) => {
    const caller = await aCaller(kind === "name" ? "+61491570601" : "+61491570602", "Old Name");
    const flag = await desk.aFlag({ name: `Banned ${kind}`, kind: "banned" });

    const id = await arriveDuring(caller, () => change(caller, flag));

    expect(await shown(id)).toMatchObject({ id: caller, ...expected });
  },
);

const changesByCall: [string, (call: string, flag: string) => object, object][] = [
  ["name", (call) => ({ call, name: "New Name", seen: "Old Name" }), { name: "New Name" }],
  ["flag", (call, flag) => ({ call, flag, carried: true }), { flagIds: [expect.any(String)] }],
];
test.each(changesByCall)(
  "[FL13] [CL2] a %s that is set by one call of a caller reaches every seat for a call that arrives at the same time",
  async (kind, change, expected) => {
    const number = kind === "name" ? "+61491570661" : "+61491570662";
    const caller = await aCaller(number, "Old Name");
    const flag = await desk.aFlag({ name: `By call ${kind}` });
    const { id: call } = await desk.ring(number);

    const id = await arriveDuring(caller, async () => {
      const { status } = await desk.post(`/caller/${kind}`, change(call, flag), producer);
      expect(status).toBe(200);
    });

    expect(await shown(call)).toMatchObject({ id: caller, ...expected });
    expect(await shown(id)).toMatchObject({ id: caller, ...expected });
  },
);

test("[CL24] a call that arrives while its caller is merged into another belongs to that other caller", async () => {
  const one = await aCaller("+61491570611", "Ona Bell");
  const two = await aCaller("+61491570612", "Ona Bellamy");

  const id = await arriveDuring(two, () => act("merge", one, { other: two }));

  expect(await shown(id)).toMatchObject({ id: one, name: "Ona Bell" });
});

test("[CL24] a call that arrives before the merge of its caller is complete belongs to the other caller", async () => {
  const one = await aCaller("+61491570621", "Ada Bell");
  const two = await aCaller("+61491570622", "Ada Bellamy");
  const { station } = desk;

  const { id } = await waitBehind(desk.db, {
    write: async (trx) => {
      const both = await requireBoth(trx, { station, caller: one, other: two });
      await mergeInto(trx, { station, caller: one, by: "", at: new Date(), ...both, live: [] });
    },
    act: () => desk.ring("+61491570622"),
  });

  expect(await shown(id)).toMatchObject({ id: one, name: "Ada Bell" });
});

test("[CL2] a call that arrives while a colleague renames its caller has the new name", async () => {
  const caller = await aCaller("+61491570631", "Old Name");

  const { id } = await waitBehind(desk.db, {
    write: async (trx) => {
      await requireCaller(trx, { station: desk.station, caller });
      await updateCallerDetails(trx, caller, { name: "New Name" });
    },
    act: () => desk.ring("+61491570631"),
  });

  expect(await shown(id)).toMatchObject({ name: "New Name" });
});

test("[CL2] a name that is set while another call gets the caller reaches every seat", async () => {
  const caller = await aCaller("+61491570641", "Old Name");
  const { id } = await desk.ring("anonymous");

  await waitBehind(desk.db, {
    write: async (trx) => {
      const call = await lockCall(trx, id);
      const audit = { actor: systemActor, action: "call.changed" };
      const history = { call: { id, at: new Date() }, events: [], audit };
      await updateCall(trx, { call, fields: { caller } }, history);
      await publishCall(trx, id);
    },
    act: () => act("details", caller, { field: "name", value: "New Name", seen: "Old Name" }),
  });

  expect(await shown(id)).toMatchObject({ id: caller, name: "New Name" });
});

test("[CL23] a flag that lapses while a call of the caller arrives is removed from this call", async () => {
  const caller = await aCaller("+61491570651", "Nat Orr");
  const flag = await desk.aFlag({ name: "Until later" });
  const until = new Date(desk.clock.now() + 60_000).toISOString();
  await act("flags", caller, { flag, carried: true, until });
  desk.clock.push(61_000);

  const id = await arriveDuring(caller, () => desk.feature.monitor.tick());

  expect(await shown(id)).toMatchObject({ id: caller, flagIds: [] });
});
