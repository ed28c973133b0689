import type { Clock } from "@linedesk/base";
import {
  addTrunk as addEndpoint,
  changeTrunk as changeEndpoint,
  listTrunks,
  removeTrunk as removeEndpoint,
} from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import type { ServiceConfig } from "../config/service-config.ts";
import type { SecretSeal } from "../integrations/secret-seal.ts";
import type { Db } from "../platform/db/database.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import type { Logger } from "../platform/logger.ts";
import {
  type GivenTrunk,
  type ProbedTrunk,
  probeExchangeTrunk,
  putExchangeTrunks,
  readAnySip,
} from "../telephony/exchange-trunks.ts";
import { syncTrunks } from "./sync-trunks.ts";
import { readTrunks, removeTrunk, saveTrunk, type TrunkDeps } from "./trunks.ts";

export interface RegisterTrunksDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  log: Logger;
  config: Pick<Config, "services">;
  seal: SecretSeal;
}

/**
 * Binds the endpoints of trunks. Returns a function that sends all trunks to an exchange. An
 * exchange needs them after each start, because it does not store them.
 */
export function registerTrunks(
  api: Api,
  options: RegisterTrunksDeps,
): (exchange: ServiceConfig) => Promise<void> {
  const deps = createTrunkDeps(options);
  api.serve(listTrunks, () => answerWhole(readTrunks(deps.db)));
  api.serve(addEndpoint, ({ params, body, actor }) =>
    saveTrunk(deps, { station: params.id, actor, id: null }, body),
  );
  api.serve(changeEndpoint, ({ params, body, actor }) =>
    saveTrunk(deps, { station: params.id, actor, id: params.trunk }, body),
  );
  api.serve(removeEndpoint, async ({ params, actor }) => ({
    id: await removeTrunk(deps, { station: params.id, actor, id: params.trunk }),
  }));
  return (exchange) => syncTrunks({ ...deps, put: (trunks) => putTrunks([exchange], trunks) });
}

/**
 * Every exchange has all trunks, because each exchange can receive calls to any number and dial any
 * number.
 */
function createTrunkDeps({ config: { services }, ...deps }: RegisterTrunksDeps): TrunkDeps {
  const ours = services.filter(({ kind }) => kind === "exchange");
  return {
    ...deps,
    probe: (trunk) => probeAnywhere(ours, trunk),
    put: (trunks) => putTrunks(ours, trunks),
    readSip: () => readAnySip(ours),
  };
}

/** The first exchange that answers tests the trunk. */
async function probeAnywhere(
  ours: readonly ServiceConfig[],
  trunk: GivenTrunk,
): Promise<ProbedTrunk> {
  for (const one of ours) {
    const probed = await probeExchangeTrunk(one, trunk);
    if (probed.type !== "away") {
      return probed;
    }
  }
  return { type: "away" };
}

/**
 * Resolves with `false` if no exchange accepts the trunks. An exchange that is away gets them
 * later.
 */
async function putTrunks(
  services: readonly ServiceConfig[],
  trunks: readonly GivenTrunk[],
): Promise<boolean> {
  const ours = services.filter(({ kind }) => kind === "exchange");
  const taken = await Promise.all(ours.map((one) => putExchangeTrunks(one, trunks)));
  return taken.length === 0 || taken.includes(true);
}
