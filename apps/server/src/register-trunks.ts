import type { Clock } from "@linedesk/base";
import type { Config } from "./config/config.ts";
import { SecretSeal } from "./integrations/secret-seal.ts";
import type { Db } from "./platform/db/database.ts";
import type { Api } from "./platform/http/api.ts";
import type { Logger } from "./platform/logger.ts";
import {
  giveExchangeTrunks,
  probeExchangeTrunk,
  readExchangeSip,
} from "./telephony/exchange-trunks.ts";
import { giveTrunks } from "./trunks/give-trunks.ts";
import { registerTrunkRoutes } from "./trunks/trunk-routes.ts";

export interface RegisterTrunksDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  log: Logger;
  config: Pick<Config, "telephony" | "integrations">;
}

export function registerTrunks(
  api: Api,
  { db, clock, log, config: { telephony, integrations } }: RegisterTrunksDeps,
): () => Promise<void> {
  const isOurs = telephony.kind === "exchange";
  const deps = {
    db,
    clock,
    log,
    seal: new SecretSeal(integrations.key),
    probe: (trunk: Parameters<typeof probeExchangeTrunk>[1]) =>
      probeExchangeTrunk(telephony, trunk),
    give: (trunks: Parameters<typeof giveExchangeTrunks>[1]) =>
      isOurs ? giveExchangeTrunks(telephony, trunks) : Promise.resolve(true),
    readSip: () => readExchangeSip(telephony),
  };
  registerTrunkRoutes(api, deps);
  return () => giveTrunks(deps);
}
