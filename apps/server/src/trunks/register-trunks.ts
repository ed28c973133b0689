import type { Clock } from "@linedesk/base";
import {
  addTrunk as addEndpoint,
  changeTrunk as changeEndpoint,
  listTrunks,
  removeTrunk as removeEndpoint,
} from "@linedesk/contract";
import type { Config } from "../config/config.ts";
import type { SecretSeal } from "../integrations/secret-seal.ts";
import type { Db } from "../platform/db/database.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import type { Logger } from "../platform/logger.ts";
import {
  probeExchangeTrunk,
  putExchangeTrunks,
  readExchangeSip,
} from "../telephony/exchange-trunks.ts";
import { syncTrunks } from "./sync-trunks.ts";
import { readTrunks, removeTrunk, saveTrunk, type TrunkDeps } from "./trunks.ts";

export interface RegisterTrunksDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  log: Logger;
  config: Pick<Config, "telephony">;
  seal: SecretSeal;
}

/** Returns the function that sends all trunks to the exchange, which does not store them. */
export function registerTrunks(api: Api, options: RegisterTrunksDeps): () => Promise<void> {
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
  return () => syncTrunks(deps);
}

function createTrunkDeps({ config: { telephony }, ...deps }: RegisterTrunksDeps): TrunkDeps {
  const isOurs = telephony.kind === "exchange";
  return {
    ...deps,
    probe: (trunk) => probeExchangeTrunk(telephony, trunk),
    put: (trunks) => (isOurs ? putExchangeTrunks(telephony, trunks) : Promise.resolve(true)),
    readSip: () => readExchangeSip(telephony),
  };
}
