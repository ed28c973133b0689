import { setTimeout as wait } from "node:timers/promises";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Call, Claim, Conference, DeviceLine } from "@linedesk/contract";
import { demoPeople } from "@linedesk/sso";
import {
  answerCalls,
  type AnsweringListener,
  ring,
  type SipListener,
  type VoiceCall,
  type VoiceClient,
} from "@linedesk/testkit";
import { ExchangeDesk } from "../support/exchange-desk.ts";
import type { Person } from "../support/people.ts";
import { describeCall, findFaults } from "../support/race-faults.ts";
import { runRace, type RaceGround } from "../support/race-of-operators.ts";

const SEED = Number(process.env["RACE_SEED"] ?? Math.floor(Math.random() * 1_000_000));
const PRESSES = Number(process.env["RACE_PRESSES"] ?? 50);
const TIMEOUT_MS = 120_000 + PRESSES * 4_000;
/** The operators whose second line has a softphone too; each softphone is a process. */
const WITH_TWO_LINES = 2;
const MAIN_LINE = "+61255500101";
const LIMITED_MS = 1_000;
const HANDLE = "/twilio/calls/handle_call";

let desk: ExchangeDesk;
let telephone: AnsweringListener;
const people: Person[] = demoPeople.slice(0, 5).map(({ sub, name }) => ({ id: sub, name }));
const softphones = new Map<string, VoiceClient>();

// Each attempt has its own station, because calls that remain from one attempt would fail the next.
beforeEach(async () => {
  telephone = await answerCalls({ does: { type: "ring" } });
  const { address, port } = telephone.address;
  desk = await ExchangeDesk.open({
    peer: `${address}:${port}`,
    // At this level the log has the cause of each answer of 500.
    env: { DIAL_PERSON_CALLS_PER_MINUTE: "0", LOG_LEVEL: "error" },
  });
  await desk.db
    .insertInto("station_line_feed")
    .values({ station_id: desk.station, line: "line2", feeds_air: true })
    .execute();
  for (const [index, person] of people.entries()) {
    softphones.set(`${person.id} line1`, await desk.softphone(person));
    if (index < WITH_TWO_LINES) {
      softphones.set(`${person.id} line2`, await desk.softphone(person));
    }
  }
}, 180_000);
afterEach(async () => {
  await Promise.all([...softphones.values()].map((softphone) => softphone.close()));
  softphones.clear();
  await desk.close();
  await telephone.close();
});

/** The station with its real exchange: SIP callers, and the official SDK on each line. */
class ExchangeGround implements RaceGround {
  readonly #listeners = new Map<string, SipListener>();
  readonly #legs = new Map<string, VoiceCall>();
  readonly failures: string[] = [];
  #lastNumber = 1_000;
  requestCount = 0;

  /**
   * Reads the calls as each of the people in turn, and waits when a long race exceeds the rate
   * limit of one person.
   */
  async calls(): Promise<Call[]> {
    for (;;) {
      try {
        return await desk.calls(people[(this.requestCount += 1) % people.length] as Person);
      } catch (error) {
        if (!String(error).includes("rate_limited")) {
          throw error;
        }
        await wait(LIMITED_MS);
      }
    }
  }

  async conferences(): Promise<Conference[]> {
    const { conferences } = await desk.get(
      `/conference?station=${desk.station}`,
      people[0] as Person,
    );
    return (conferences ?? []) as Conference[];
  }

  async press(person: Person, path: string, body: object): Promise<{ claim?: Claim | null }> {
    return this.#accepted(await desk.ask(path, body, person));
  }

  /**
   * A refusal is an expected answer. A failure is not, except 502, which means that the next action
   * came before the hold was complete.
   */
  #accepted({ status, body }: Awaited<ReturnType<ExchangeDesk["ask"]>>) {
    if (status >= 500 && status !== 502) {
      this.failures.push(JSON.stringify(body));
    }
    return status === 200 ? (body as { claim?: Claim | null }) : {};
  }

  async connect(person: Person, line: DeviceLine, claim: string): Promise<void> {
    await this.vanish(person, line);
    const softphone = softphones.get(`${person.id} ${line}`);
    if (softphone === undefined) {
      return;
    }
    try {
      this.#legs.set(`${person.id} ${line}`, await softphone.connect({ params: { claim } }));
    } catch {
      // The earlier leg is still leaving the device, so this claim expires unused.
    }
  }

  async vanish(person: Person, line: DeviceLine): Promise<void> {
    const leg = this.#legs.get(`${person.id} ${line}`);
    this.#legs.delete(`${person.id} ${line}`);
    await leg?.disconnect();
  }

  async ring(): Promise<void> {
    const from = `+6149157${String((this.#lastNumber += 1))}`;
    const listener = await ring({ exchange: desk.sip, from, to: MAIN_LINE });
    this.#listeners.set(from, listener);
    await listener.answered.catch(() => undefined);
  }

  async callerHangsUp(call: Call): Promise<void> {
    const rung = telephone.calls.findLast(
      ({ status, rung: uri }) =>
        status !== "ended" && uri.includes((call.caller.number ?? "").slice(-6)),
    );
    await (rung ?? this.#listeners.get(call.caller.number ?? ""))?.hangUp();
  }

  async farEnd(picksUp: boolean): Promise<void> {
    const rung = telephone.calls.find(({ status }) => status === "ringing");
    if (picksUp) {
      rung?.pickUp();
    } else {
      await rung?.hangUp();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#listeners.values()].map((listener) => listener.close()));
  }
}

async function findFaultsNow(ground: ExchangeGround): Promise<string[]> {
  const calls = await ground.calls();
  const rows = await desk.db.selectFrom("call").select(["id", "call_sid as sid"]).execute();
  const sids = new Map(rows.map(({ id, sid }) => [id, sid ?? ""]));
  const listed = calls.map((call) => ({ call, sid: sids.get(call.id) ?? "" }));
  return findFaults(listed, await desk.snapshot());
}

/** Makes callers hang up, and rejects those who wait for a call back. Describes all of them. */
async function sendAway(ground: ExchangeGround): Promise<string[]> {
  const calls = await ground.calls();
  for (const call of calls) {
    await ground.callerHangsUp(call);
    if (call.callBack !== null) {
      // A locked caller cannot be rejected.
      await desk.ask(HANDLE, { call: call.id, action: "unlock" }, people[0] as Person);
      await desk.ask("/twilio/calls/reject_call", { calls: [call.id] }, people[0] as Person);
    }
  }
  await wait(LIMITED_MS);
  return calls.map(describeCall);
}

async function listRungBack(): Promise<ReadonlySet<string>> {
  const rows = await desk.db
    .selectFrom("audit_entry")
    .select("subject_id")
    .where("action", "=", "call.left_to_be_rung_back")
    .execute();
  return new Set(rows.map(({ subject_id: id }) => id ?? ""));
}

test(
  `[CA31] after five operators press everything against the real exchange, each inbound call ends exactly once and nothing is left (seed ${SEED})`,
  async () => {
    const ground = new ExchangeGround();
    await runRace(ground, { people, seed: SEED, presses: PRESSES });

    // Offers, ends and claims pending after the last action expire by themselves.
    let faults: string[] = [];
    await desk
      .until(
        "nothing is wrong",
        async () => (faults = await findFaultsNow(ground)).length === 0,
        60_000,
      )
      .catch(() => undefined);
    expect(faults).toEqual([]);
    expect(ground.failures).toEqual([]);
    const done = await desk.db.selectFrom("audit_entry").select("action").distinct().execute();
    // A race with few events would prove little, with any seed.
    expect(done.length).toBeGreaterThan(12);

    let left: string[] = [];
    await desk
      .until("every call is over", async () => (left = await sendAway(ground)).length === 0, 60_000)
      .catch(() => undefined);
    expect(left).toEqual([]);
    await desk.until("no leg is left", async () => {
      const { calls, conferences } = await desk.snapshot();
      return calls.length + conferences.length === 0;
    });
    await ground.close();
    const calls = await desk.db
      .selectFrom("call")
      .select("id")
      .where("call_sid", "is not", null)
      .where("station_id", "=", desk.station)
      .where("direction", "=", "inbound")
      .execute();
    const events = await desk.db
      .selectFrom("call_event")
      .select("call_id")
      .where("type", "=", "caller.left")
      .execute();
    // A caller with a call back, now or earlier, has left more than once, so such calls are not
    // compared.
    const rungBackIds = await listRungBack();
    const isOnce = (id: string) => !rungBackIds.has(id);
    const ended = events.map((event) => event.call_id).filter(isOnce);
    const counted = calls.map(({ id }) => id).filter(isOnce);
    const inbound = new Set(counted);
    expect(ended.filter((id) => inbound.has(id)).toSorted()).toEqual(counted.toSorted());
  },
  TIMEOUT_MS,
);
