import { infoRow, limitRow, type Row } from "../support/row.ts";
import type { CapacitySite } from "./capacity-site.ts";
import { EventLoad } from "./event-load.ts";

interface CostPlan {
  perSecond: number;
  seconds: number;
}

interface Cost {
  requests: number;
  serversMs: number;
  databaseMs: number;
}

/** The other programs of the machine change within minutes, so one and two servers alternate. */
const ROUNDS = 2;
const WARM_S = 3;
const MOST_SHARE = 1.11;

/** Measures the processor time of a request with one server and with two. */
export async function measureCost(site: CapacitySite, plan: CostPlan): Promise<Row[]> {
  const [one, two]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    one.push(await measureOnce(site, plan));
    await site.addServer();
    two.push(await measureOnce(site, plan));
    await site.removeServer();
  }
  const [alone, both] = [perRequest(one), perRequest(two)];
  const share = both.all / alone.all;
  const name = `processor time of a request, ${plan.perSecond} requests/s`;
  return [
    infoRow(`${name}: one server`, describe(alone)),
    infoRow(`${name}: two servers`, describe(both)),
    limitRow(`${name}: two compared with one`, `${share.toFixed(2)} times`, {
      beside: `<= ${MOST_SHARE} times`,
      holds: share <= MOST_SHARE,
    }),
  ];
}

async function measureOnce(site: CapacitySite, plan: CostPlan): Promise<Cost> {
  await site.openConsoles();
  const load = new EventLoad(site, { hasCallers: false });
  await load.run({ ...plan, seconds: WARM_S });
  const before = site.readProcessorTime();
  const { sent } = await load.run(plan);
  const after = site.readProcessorTime();
  return {
    requests: sent,
    serversMs: after.servers - before.servers,
    databaseMs: after.database - before.database,
  };
}

function perRequest(costs: readonly Cost[]) {
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, cost) => total + of(cost), 0);
  const requests = sum((cost) => cost.requests);
  const servers = sum(({ serversMs }) => serversMs) / requests;
  const database = sum(({ databaseMs }) => databaseMs) / requests;
  return { servers, database, all: servers + database };
}

function describe({ servers, database, all }: ReturnType<typeof perRequest>): string {
  return `${all.toFixed(2)} ms: servers ${servers.toFixed(2)}, PostgreSQL ${database.toFixed(2)}`;
}
