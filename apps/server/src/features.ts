import type Pusher from "pusher";

import { systemClock } from "@linedesk/base";
import { registerAnalyticsRoutes } from "./analytics/analytics-routes.ts";
import { createAudioServerKeys } from "./audio-servers/audio-servers.ts";
import { findTraffic } from "./calls/store/traffic-store.ts";
import { registerChatRoutes } from "./chat/chat-routes.ts";
import { followCallerCount } from "./contests/follow-caller-count.ts";
import type { Context } from "./context.ts";
import { SecretSeal } from "./integrations/secret-seal.ts";
import type { PartStates } from "./platform/health/health.ts";
import type { Api } from "./platform/http/api.ts";
import { registerChannelAuth, registerUserAuth } from "./platform/realtime/channel-auth.ts";
import { readPresentAudioServers, readPresentUsers } from "./platform/realtime/pusher.ts";
import { registerPreflightRoutes } from "./preflight/preflight-routes.ts";
import { registerSettingsRoutes } from "./settings/settings-routes.ts";
import { registerTelephone } from "./telephone-feature.ts";
import { registerAccountRoutes } from "./telephony-account/account-routes.ts";

export interface FeatureDeps {
  context: Context;
  pusher: Pusher;
  webhookUrl: string;
  readParts: () => Promise<PartStates>;
}

/** A feature's own lifetime, ended before the listeners close. */
export interface Feature {
  close(): Promise<void>;
}

export async function registerFeatures(
  api: Api,
  { context, pusher, webhookUrl, readParts }: FeatureDeps,
): Promise<Feature[]> {
  const namesUser = context.config.realtime.external === null;
  registerSettingsRoutes(api, { db: context.db, onCallerCount: followCallerCount });
  registerPreflightRoutes(api, context.db);
  registerChatRoutes(api, { db: context.db, clock: systemClock });
  registerAnalyticsRoutes(api, context.db);
  registerAccount(api, context);
  const keys = createAudioServerKeys(context.db, systemClock);
  registerChannelAuth(api, { pusher, keys, namesUser });
  registerUserAuth(api, { pusher, keys });
  const presence = {
    listPresentUsers: () => readPresentUsers(pusher),
    listPresentAudioServers: () => readPresentAudioServers(pusher),
  };
  return [await registerTelephone(api, { context, webhookUrl, ...presence, readParts })];
}

function registerAccount(api: Api, { db, config, restart }: Context): void {
  async function countLiveCalls(): Promise<number> {
    const { live } = await findTraffic(db);
    return live.reduce((sum, { count }) => sum + count, 0);
  }
  const seal = new SecretSeal(config.integrations.key);
  const deps = { db, config, seal, restart, countLiveCalls, clock: systemClock };
  registerAccountRoutes(api, deps);
}
