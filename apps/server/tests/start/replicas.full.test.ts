import { expect, test } from "vitest";

import { noFaults } from "../../../../bench/history/find-faults.ts";
import { runReplicas } from "../../../../bench/replicas/run-replicas.ts";
import { siteFaults } from "../../../../bench/replicas/site-faults.ts";
import { openReplicas } from "../support/open-replicas.ts";

const FOR_MS = 60_000;

test("through each fault of networks, servers and database, and an upgrade, no call, event or acknowledged command is lost", async () => {
  const seed = Date.now() % 1_000_000;
  console.log(`the seed is ${seed}`);
  const { site, close } = await openReplicas(12);
  try {
    const run = await runReplicas({ site, seed, forMs: FOR_MS, faults: siteFaults });

    expect(run.found, `seed ${seed}: ${run.happened.join(", ")}`).toEqual(noFaults);
    expect(run.bridged).toBeGreaterThan(0);
  } finally {
    await close();
  }
}, 300_000);
