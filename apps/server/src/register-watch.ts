import type { Clock } from "@linedesk/base";
import { registerAuditRoutes } from "./audit/audit-routes.ts";
import type { Config } from "./config/config.ts";
import { registerIntegrationRoutes } from "./integrations/integration-routes.ts";
import { SecretSeal } from "./integrations/secret-seal.ts";
import { WebhookClient } from "./integrations/webhook-client.ts";
import { WebhookSender } from "./integrations/webhook-sender.ts";
import type { Db } from "./platform/db/database.ts";
import type { Api } from "./platform/http/api.ts";
import type { Logger } from "./platform/logger.ts";
import { registerPrivacyRoutes } from "./privacy/privacy-routes.ts";
import { findChosenSystem } from "./prizes/chosen-system-store.ts";
import type { Promotion } from "./prizes/promotion.ts";

export interface WatchDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  log: Logger;
  config: Pick<Config, "integrations" | "promotion">;
  promotion: Promotion;
}

export function registerWatch(api: Api, { db, clock, log, config, promotion }: WatchDeps): void {
  const { key, hosts } = config.integrations;
  const deps = { db, clock, client: new WebhookClient({ hosts }), seal: new SecretSeal(key) };
  registerAuditRoutes(api, deps);
  registerPrivacyRoutes(api, deps);
  async function readPromotion(station: string) {
    const chosen = config.promotion === null ? await findChosenSystem(db) : null;
    const url = config.promotion?.url ?? chosen?.url ?? null;
    const host = url === null ? null : new URL(url).host;
    const state = await promotion.readState(station);
    return { host, state, ...(chosen === null ? {} : { chosen: { url: chosen.url } }) };
  }
  registerIntegrationRoutes(api, { ...deps, readPromotion });
  const sender = new WebhookSender({ ...deps, log: log.child({ area: "webhooks" }) });
  api.app.addHook("onListen", async () => sender.start());
  api.app.addHook("onClose", () => sender.close());
}
