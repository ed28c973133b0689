import type { FastifyInstance } from "fastify";

import { systemClock } from "@linedesk/base";
import { findTraffic } from "./calls/store/traffic-store.ts";
import type { Context } from "./context.ts";
import { SecretSeal } from "./integrations/secret-seal.ts";
import type { BindDeps } from "./platform/http/bind-endpoint.ts";
import { registerAccountRoutes } from "./telephony-account/account-routes.ts";

export function registerAccount(
  app: FastifyInstance,
  { db, config, restart }: Context,
  bind: BindDeps,
): void {
  async function countLiveCalls(): Promise<number> {
    const { live } = await findTraffic(db);
    return live.reduce((sum, { count }) => sum + count, 0);
  }
  const seal = new SecretSeal(config.integrations.key);
  const deps = { db, config, seal, restart, countLiveCalls, clock: systemClock };
  registerAccountRoutes(app, deps, bind);
}
