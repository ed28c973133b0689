import { afterAll, beforeAll, expect, test } from "vitest";

import { noFaults } from "../../../../bench/history/find-faults.ts";
import type { ReplicaSite } from "../../../../bench/replicas/replica-site.ts";
import { runReplicas } from "../../../../bench/replicas/run-replicas.ts";
import { siteFaults } from "../../../../bench/replicas/site-faults.ts";
import { openReplicas } from "../support/open-replicas.ts";
import { startServerProcess } from "../support/server-processes.ts";

/** The order of the faults; `npm run bench -- replicas` tries others. */
const SEED = 37;
const FAULTS = [
  "leader stopped",
  "server killed",
  "database read-only",
  "clock 16 s ahead",
  "database cut",
  "front cut",
];

let opened: Awaited<ReturnType<typeof openReplicas>>;
let site: ReplicaSite;

beforeAll(async () => {
  opened = await openReplicas(6);
  ({ site } = opened);
});
afterAll(() => opened.close());

test("[SR104] two servers with the same secrets serve the same people, and one with other secrets does not start", async () => {
  const sockets = site.servers.map(({ links }) => site.balancer.countSockets(links.front.port));
  expect(sockets).not.toContain(0);
  const [desk] = site.desks;
  // The balancer sends the requests to the two servers in turn.
  expect(await desk?.http.status("/user/settings")).toBe(200);
  expect(await desk?.http.status("/user/settings")).toBe(200);

  const other = startServerProcess("other", {
    folder: opened.folder,
    env: { ...site.env, DATABASE_URL: opened.databaseUrl, INTEGRATION_KEY: "x".repeat(32) },
  });

  await expect(other).rejects.toThrow("This server has another value of INTEGRATION_KEY");
});

test(
  "[SR108] while servers are stopped, killed or cut off, a clock is wrong or the database accepts no changes, no call, event or acknowledged command is lost",
  { timeout: 240_000 },
  async () => {
    const faults = siteFaults.filter(({ name }) => FAULTS.includes(name));

    const run = await runReplicas({ site, seed: SEED, forMs: 0, faults });

    expect(run.found).toEqual(noFaults);
    expect(run.happened.toSorted()).toEqual(FAULTS.toSorted());
    expect(run.history.stored.length).toBeGreaterThan(20);
    expect(run.presses.acknowledged).toBeGreaterThan(20);
  },
);

test("[SR110] [AP13] a server that ends is not ready at once, serves requests until its drain ends, and releases the lead", async () => {
  const [leader, follower] = await site.listFromLeader();

  const ended = leader.end();
  await expect.poll(() => leader.readReasons()).toEqual(["draining"]);
  expect(await leader.isLive()).toBe(true);
  await ended;
  expect(await leader.isLive()).toBe(false);
  await expect.poll(() => site.database.findLeader()).toBe(await follower.readId());

  await leader.start();
  await expect.poll(() => leader.readReasons()).toEqual([]);
});
