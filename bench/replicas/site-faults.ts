import { setTimeout as wait } from "node:timers/promises";

import type { ReplicaServer } from "./replica-server.ts";
import type { ReplicaSite } from "./replica-site.ts";

/** A fault of a site, which begins, lasts for a time, and ends. */
export interface SiteFault {
  name: string;
  /** Resolves when the fault has ended. `random` returns 0 to 1. */
  run(site: ReplicaSite, random: () => number): Promise<void>;
}

const STOPPED_MS = 6_500;
const AWAY_MS = 3_000;
const LINK_MS = 2_500;
const DELAY_MS = 120;
const READ_ONLY_MS = 3_000;
const SHIFTED_MS = 4_000;

/** Everything that happens to a site of two servers. */
export const siteFaults: readonly SiteFault[] = [
  { name: "leader stopped", run: stopLeader },
  { name: "server killed", run: killServer },
  { name: "database read-only", run: makeReadOnly },
  { name: "clock 16 s ahead", run: shiftClock },
  { name: "rolling upgrade", run: upgrade },
  ...(["database", "exchange", "front"] as const).flatMap((link) => [
    faultOfLink(link, "cut"),
    faultOfLink(link, "stall"),
    faultOfLink(link, "delay"),
  ]),
];

/** Stops the leader for longer than its lease of 4 s, so that the other server leads meanwhile. */
async function stopLeader(site: ReplicaSite): Promise<void> {
  const [leader] = await site.listFromLeader();
  leader.signal("SIGSTOP");
  await wait(STOPPED_MS);
  leader.signal("SIGCONT");
}

async function killServer(site: ReplicaSite, random: () => number): Promise<void> {
  const server = chooseServer(site, random);
  await server.kill();
  await wait(AWAY_MS * random());
  await server.start();
}

async function makeReadOnly(site: ReplicaSite): Promise<void> {
  await site.database.setReadOnly(true);
  await wait(READ_ONLY_MS);
  await site.database.setReadOnly(false);
}

async function shiftClock(site: ReplicaSite, random: () => number): Promise<void> {
  const server = chooseServer(site, random);
  server.signal("SIGUSR2");
  await wait(SHIFTED_MS);
  server.signal("SIGUSR2");
}

/** Upgrades one server after the other, on a schema that the old version does not know. */
async function upgrade(site: ReplicaSite): Promise<void> {
  await site.database.migrateFurther();
  for (const server of site.servers) {
    await server.end();
    await server.start(server.isUpgraded ? site.programs.server : site.programs.upgraded);
    await untilReady(server);
  }
}

function faultOfLink(
  name: keyof ReplicaServer["links"],
  how: "cut" | "stall" | "delay",
): SiteFault {
  return {
    name: `${name} ${how}`,
    run: async (site, random) => {
      const link = chooseServer(site, random).links[name];
      if (how === "delay") {
        link.delay(DELAY_MS);
      } else {
        link[how]();
      }
      await wait(LINK_MS);
      link.restore();
    },
  };
}

function chooseServer({ servers }: ReplicaSite, random: () => number): ReplicaServer {
  return random() < 0.5 ? servers[0] : servers[1];
}

const READY_MS = 20_000;

/** Resolves when this server takes requests again. */
export async function untilReady(server: ReplicaServer): Promise<void> {
  for (const endMs = performance.now() + READY_MS; ;) {
    const reasons = await server.readReasons();
    if (reasons?.length === 0) {
      return;
    }
    if (performance.now() > endMs) {
      throw new Error(`server ${server.name} is not ready: ${reasons?.join() ?? "no answer"}`);
    }
    await wait(100);
  }
}
