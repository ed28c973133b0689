import { randomUUID } from "node:crypto";

import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { LeaderLease } from "../../src/platform/instances/leader-lease.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { TelephonyLead } from "../../src/telephony/telephony-lead.ts";
import { type CallDuties, TelephonyMonitor } from "../../src/telephony/telephony-monitor.ts";
import { listServiceStates, saveQueueSid } from "../../src/telephony/telephony-store.ts";
import { TelephonyUnreachableError } from "../../src/telephony/telephony.ts";
import { openTestDatabase } from "../support/database.ts";
import { aStation } from "../support/people.ts";

const { db } = await openTestDatabase();
await saveQueueSid(db, { service: "main", station: await aStation(db) }, "QU1");
const log = createLogger({ level: "silent", keepPii: false, format: "json" });

/** The last state of the service that each server reported to the others, by server. */
const reach = new Map<string, "up" | "down" | "unknown">();

class Server {
  readonly id = randomUUID();
  readonly clock = new FakeClock();
  readonly done: string[] = [];
  sweeps = 0;
  isAway = false;
  /** Why the service does not answer. */
  cause: Error | undefined;
  readonly monitor: TelephonyMonitor;

  constructor() {
    const readOthers = () =>
      [...reach]
        .filter(([id]) => id !== this.id)
        .map(([, telephony]) => ({ reached: telephony === "up" ? ["main"] : [] }));
    const instances = {
      id: this.id,
      get others() {
        return readOthers() as never[];
      },
      noteTelephony: (_service: string, telephony: "up" | "down" | "unknown") =>
        void reach.set(this.id, telephony),
    };
    const lease = new LeaderLease({ db, instanceId: this.id, name: "telephony" });
    const note = (what: string) => async () => {
      if (this.isAway) {
        throw new TelephonyUnreachableError("away", { cause: this.cause });
      }
      this.done.push(what);
    };
    const idle = async () => undefined;
    const duties: CallDuties = {
      expireOverdueClaims: async () => void (this.sweeps += 1),
      runTimedDuties: idle,
      releaseAbsentHolders: idle,
      reportUnresponsiveSeats: idle,
      reconcileCalls: note("reconcile"),
      endLostCalls: idle,
      noteRestart: idle,
      endMissingCalls: note("end missing"),
      reportTurnedAway: idle,
      doHousekeeping: idle,
    };
    this.monitor = new TelephonyMonitor({
      db,
      clock: this.clock,
      log,
      at: {
        service: "main",
        telephony: {
          hasQueue: async () => {
            await note("check")();
            return true;
          },
        },
      },
      services: ["main"],
      sweepLease: new LeaderLease({ db, instanceId: this.id, name: "sweeps" }),
      provisioner: { provisionAll: note("provision"), provisionMissing: idle },
      duties,
      lead: new TelephonyLead({ service: "main", lease, instances, log }),
      checkIntervalMs: 0,
      isEndedWhenRefused: true,
      keepsCalls: true,
    });
  }

  async run(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await this.clock.advance(1_000);
      await this.monitor.tick();
    }
  }

  get repairs(): number {
    return this.done.filter((what) => what !== "check").length;
  }
}

async function lapse(): Promise<void> {
  await db
    .updateTable("leader_lease")
    .set({ expires_at: sql<Date>`clock_timestamp()` })
    .execute();
}

beforeEach(async () => {
  reach.clear();
  await db.deleteFrom("leader_lease").execute();
  await db.deleteFrom("service_state").execute();
});

test("[SR108] one of two servers provisions and reconciles, and the other one only checks", async () => {
  const [first, second] = [new Server(), new Server()];

  await first.run(1);
  await second.run(40);
  await first.run(40);

  expect(first.done).toContain("provision");
  expect(first.repairs).toBeGreaterThan(2);
  expect(second.repairs).toBe(0);
  expect(second.done).toContain("check");
});

test("[SR108] when the leader hangs, the other server leads, and the first server does not lead again when it continues", async () => {
  const [first, second] = [new Server(), new Server()];
  await first.run(1);
  await second.run(1);
  await lapse();

  await second.run(1);
  expect(second.done).toContain("provision");
  const before = first.repairs;
  await first.run(40);
  expect(first.repairs).toBe(before);
});

test("after a crash of an exchange that keeps its calls, the calls are compared only when lines and documents are back", async () => {
  const server = new Server();
  await server.run(5);
  server.cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  server.isAway = true;
  await server.run(2);
  server.isAway = false;
  server.done.length = 0;

  await server.run(14);
  expect(server.done).toContain("provision");
  expect(server.done).not.toContain("reconcile");
  await server.run(3);
  expect(server.done.filter((what) => what === "reconcile")).toHaveLength(1);
});

test("a server that does not reach the service releases the lead, and the service does not count as down", async () => {
  const [first, second] = [new Server(), new Server()];
  await first.run(1);
  await second.run(1);

  first.isAway = true;
  await first.run(7);
  await second.run(1);

  expect(second.done).toContain("provision");
  expect((await listServiceStates(db)).get("main") ?? null).toBe("up");
  await second.monitor.close();
  await first.run(1);
  expect((await listServiceStates(db)).get("main") ?? null).toBe("up");
  first.isAway = false;
  await first.run(2);
  expect(first.done.filter((what) => what === "provision")).toHaveLength(2);
});

test("the service is down when no server reaches it, and only the server with the lead stores this", async () => {
  const [first, second] = [new Server(), new Server()];
  await first.run(1);
  await second.run(1);

  second.isAway = true;
  await second.run(10);
  expect((await listServiceStates(db)).get("main") ?? null).toBe("up");
  first.isAway = true;
  await first.run(7);
  expect((await listServiceStates(db)).get("main") ?? null).toBe("down");
  first.isAway = false;
  await first.run(1);
  expect((await listServiceStates(db)).get("main") ?? null).toBe("up");
});

test("one of two servers runs the sweeps, also while the service is away, and the other one follows it", async () => {
  const [first, second] = [new Server(), new Server()];
  [first.isAway, second.isAway] = [true, true];

  await first.run(1);
  await second.run(10);
  await first.run(9);
  expect([first.sweeps, second.sweeps]).toEqual([10, 0]);

  await first.monitor.close();
  await second.run(1);
  expect(second.sweeps).toBe(1);

  await lapse();
  const third = new Server();
  await third.run(1);
  expect(third.sweeps).toBe(1);
});
