import { systemClock } from "@linedesk/base";
import { findTraffic } from "./calls/store/traffic-store.ts";
import type { Context } from "./context.ts";
import { SecretSeal } from "./integrations/secret-seal.ts";
import type { Api } from "./platform/http/api.ts";
import { registerAccountRoutes } from "./telephony-account/account-routes.ts";

export function registerAccount(api: Api, { db, config, restart }: Context): void {
  async function countLiveCalls(): Promise<number> {
    const { live } = await findTraffic(db);
    return live.reduce((sum, { count }) => sum + count, 0);
  }
  const seal = new SecretSeal(config.integrations.key);
  const deps = { db, config, seal, restart, countLiveCalls, clock: systemClock };
  registerAccountRoutes(api, deps);
}
