import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { InstanceRegistry } from "../../src/platform/instances/instance-registry.ts";
import { LeaderLease } from "../../src/platform/instances/leader-lease.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { openTestDatabase } from "../support/database.ts";

const { db } = await openTestDatabase();

async function aServer(name: string) {
  const clock = new FakeClock();
  const registry = new InstanceRegistry({
    db,
    log: createLogger({ level: "silent", keepPii: false, format: "json" }),
    clock,
    own: { name, version: "1.2.3", internalUrl: "http://127.0.0.1:1", secrets: {} },
  });
  await registry.start();
  onTestFinished(() => registry.close());
  return { registry, clock };
}

async function expireRow(id: string): Promise<void> {
  await db
    .updateTable("server_instance")
    .set({ expires_at: sql<Date>`clock_timestamp() - interval '1 second'` })
    .where("id", "=", id)
    .execute();
}

async function expireLease(name: string): Promise<void> {
  await db
    .updateTable("leader_lease")
    .set({ expires_at: sql<Date>`clock_timestamp() - interval '1 second'` })
    .where("name", "=", name)
    .execute();
}

function nextDead(registry: InstanceRegistry): Promise<string[]> {
  return new Promise((resolve) => {
    const off = registry.onDead((ids) => {
      off();
      resolve(ids);
    });
  });
}

test("a server is among the living ones from its start to its end", async () => {
  const { registry: one } = await aServer("one");
  const { registry: two } = await aServer("two");

  expect((await two.living()).map(({ name }) => name)).toEqual(["one", "two"]);
  expect(two.others.map(({ name }) => name)).toEqual(["one"]);
  await one.close();
  expect((await two.living()).map(({ name }) => name)).toEqual(["two"]);
});

test("a server that renewed nothing for 4 s is reported dead, and returns when it continues", async () => {
  const { registry: one, clock: clockOfOne } = await aServer("one");
  const { registry: two, clock: clockOfTwo } = await aServer("two");
  await expireRow(one.id);

  const dead = nextDead(two);
  await clockOfTwo.advance(1_000);
  expect(await dead).toEqual([one.id]);
  expect((await two.living()).map(({ name }) => name)).toEqual(["two"]);

  const own = nextDead(one);
  await clockOfOne.advance(1_000);
  expect(await own).toEqual([one.id]);
  expect((await two.living()).map(({ name }) => name).toSorted()).toEqual(["one", "two"]);
});

test("one of two servers holds a lease, and the other takes it after its release or its lapse", async () => {
  const { registry: one } = await aServer("one");
  const { registry: two } = await aServer("two");
  const [first, second] = [one, two].map(
    ({ id }) => new LeaderLease({ db, instanceId: id, name: "telephony" }),
  );

  expect(await first?.acquire()).toBe(true);
  expect(await second?.acquire()).toBe(false);
  expect(await first?.acquire()).toBe(true);
  await first?.release();
  expect(await second?.acquire()).toBe(true);
  expect(await first?.acquire()).toBe(false);
  await expireLease("telephony");
  expect(await first?.acquire()).toBe(true);
  expect(await second?.acquire()).toBe(false);
  expect(second?.isHeld).toBe(false);
});

test("a leader that was stopped for 4 s does not lead when it continues", async () => {
  const clock = new FakeClock();
  const { registry } = await aServer("one");
  const lease = new LeaderLease({ db, instanceId: registry.id, name: "relay", clock });

  await lease.acquire();
  expect(lease.isHeld).toBe(true);
  await clock.advance(4_000);
  expect(lease.isHeld).toBe(false);
});
