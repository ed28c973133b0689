import { afterEach, beforeEach, expect, test } from "vitest";

import type { Call, Claim, Conference, DeviceLine } from "@linedesk/contract";
import type { Person } from "../support/people.ts";
import { findFaults } from "../support/race-faults.ts";
import { runRace, type RaceGround } from "../support/race-of-operators.ts";
import { notPickUp, pickUp } from "../support/scripted-dialling.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

const SEED = Number(process.env["RACE_SEED"] ?? Math.floor(Math.random() * 1_000_000));
const PRESSES = Number(process.env["RACE_PRESSES"] ?? 60);
const TIMEOUT_MS = 120_000 + PRESSES * 4_000;

let desk: TelephoneDesk;
let people: Person[];

beforeEach(async () => {
  desk = await TelephoneDesk.open({ DIAL_PERSON_CALLS_PER_MINUTE: "0", LOG_LEVEL: "error" });
  const { owner, screener, presenter, producer, admin } = desk.people;
  people = [owner, screener, presenter, producer, admin];
  await desk.feedAir("line2");
});
afterEach(() => desk.close());

async function readCalls(): Promise<Call[]> {
  const path = `/twilio/calls/call_list?station=${desk.station}`;
  return (await desk.get(path, desk.people.owner)).body["calls"] as Call[];
}

async function sidOf(call: string): Promise<string> {
  const row = await desk.db
    .selectFrom("call")
    .select("call_sid")
    .where("id", "=", call)
    .executeTakeFirstOrThrow();
  return row.call_sid ?? "";
}

/** Each line's softphone has one leg. A refusal of the desk is an acceptable answer. */
class ScriptedGround implements RaceGround {
  readonly #legs = new Map<string, string>();
  readonly failures: string[] = [];
  #lastNumber = 1_000;

  calls = readCalls;

  async conferences(): Promise<Conference[]> {
    const { body } = await desk.get(`/conference?station=${desk.station}`, desk.people.owner);
    return body["conferences"] as Conference[];
  }

  async press(person: Person, path: string, body: object): Promise<{ claim?: Claim | null }> {
    return this.#accepted(await desk.post(path, body, person));
  }

  #accepted({ status, body }: Awaited<ReturnType<TelephoneDesk["post"]>>) {
    if (status >= 500) {
      this.failures.push(JSON.stringify(body));
    }
    return status === 200 ? (body as { claim?: Claim | null }) : {};
  }

  async connect(person: Person, line: DeviceLine, claim: string): Promise<void> {
    await this.vanish(person, line);
    const { sid, isIn } = await desk.service.connect(person.id, claim);
    if (isIn) {
      this.#legs.set(`${person.id} ${line}`, sid);
    }
  }

  async vanish(person: Person, line: DeviceLine): Promise<void> {
    const leg = this.#legs.get(`${person.id} ${line}`);
    this.#legs.delete(`${person.id} ${line}`);
    if (leg !== undefined) {
      await desk.service.drop(leg);
    }
  }

  async ring(): Promise<void> {
    await desk.ring(`+6149157${String((this.#lastNumber += 1))}`);
  }

  async callerHangsUp(call: Call): Promise<void> {
    await hangUp(await sidOf(call.id));
  }

  async farEnd(picksUp: boolean): Promise<void> {
    const sid = [...desk.service.dialled.keys()].find(isRinging);
    if (sid !== undefined && picksUp) {
      await pickUp(desk.service, sid);
    } else if (sid !== undefined) {
      await hangUp(sid);
    }
  }
}

function isRinging(sid: string): boolean {
  return desk.service.calls.get(sid)?.status === "ringing";
}

/** Makes the caller leave. A party that still rings does not answer. */
async function hangUp(sid: string): Promise<void> {
  if (isRinging(sid)) {
    await notPickUp(desk.service, sid, { status: "no-answer", sipCode: "487" });
  } else {
    await desk.service.drop(sid);
  }
}

async function findFaultsNow(): Promise<string[]> {
  const calls = await readCalls();
  const listed = await Promise.all(
    calls.map(async (call) => ({ call, sid: await sidOf(call.id) })),
  );
  return findFaults(listed, await desk.snapshot());
}

async function settle(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await desk.pass(500);
  }
}

test(
  `[CA31] after five operators press everything on the same calls, each call ends exactly once and nothing is left (seed ${SEED})`,
  async () => {
    const ground = new ScriptedGround();
    await runRace(ground, { people, seed: SEED, presses: PRESSES });
    await settle();
    await desk.pass(25_000);

    const done = await desk.db.selectFrom("audit_entry").select("action").distinct().execute();
    // For any seed, a race with few events would prove little.
    expect(done.length).toBeGreaterThan(12);
    expect(ground.failures).toEqual([]);
    expect(await findFaultsNow()).toEqual([]);

    for (const call of await readCalls()) {
      await hangUp(await sidOf(call.id));
    }
    await settle();
    // A caller who waits for a call back has already hung up and keeps the place, so the call is
    // rejected.
    for (const { id } of await readCalls()) {
      await desk.handle(desk.people.owner, id, "unlock");
      await desk.post("/twilio/calls/reject_call", { calls: [id] }, desk.people.owner);
    }
    await desk.pass(10_000);
    await settle();
    expect(await readCalls()).toEqual([]);
    expect([...desk.service.rooms.keys()]).toEqual([]);
    expect([...desk.service.calls.keys()]).toEqual([]);
    const calls = await desk.db.selectFrom("call").select(["id", "ended_at"]).execute();
    expect(calls.every(({ ended_at: endedAt }) => endedAt !== null)).toBe(true);
    const ends = (await desk.events()).flatMap((event) =>
      event.type === "call.ended" ? [event.call.id] : [],
    );
    expect(ends.toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
  },
  TIMEOUT_MS,
);
