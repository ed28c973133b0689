import type { FastifyInstance } from "fastify";
import type Pusher from "pusher";

import { systemClock } from "@linedesk/base";
import { registerAnalyticsRoutes } from "./analytics/analytics-routes.ts";
import { createAudioServerKeys } from "./audio-servers/audio-servers.ts";
import { registerChatRoutes } from "./chat/chat-routes.ts";
import { followCallerCount } from "./contests/follow-caller-count.ts";
import type { Context } from "./context.ts";
import type { PartStates } from "./platform/health/health.ts";
import type { BindDeps } from "./platform/http/bind-endpoint.ts";
import { registerChannelAuth, registerUserAuth } from "./platform/realtime/channel-auth.ts";
import { readPresentAudioServers, readPresentUsers } from "./platform/realtime/present-users.ts";
import { registerPreflightRoutes } from "./preflight/preflight-routes.ts";
import { registerAccount } from "./register-account.ts";
import { registerSettingsRoutes } from "./settings/settings-routes.ts";
import { registerTelephone } from "./telephone-feature.ts";

export interface FeatureDeps {
  context: Context;
  deps: BindDeps;
  pusher: Pusher;
  webhookUrl: string;
  readParts: () => Promise<PartStates>;
}

/** A feature's own lifetime, ended before the listeners close. */
export interface Feature {
  close(): Promise<void>;
}

export async function registerFeatures(
  app: FastifyInstance,
  { context, deps, pusher, webhookUrl, readParts }: FeatureDeps,
): Promise<Feature[]> {
  const namesUser = context.config.realtime.external === null;
  registerSettingsRoutes(app, { db: context.db, onCallerCount: followCallerCount }, deps);
  registerPreflightRoutes(app, context.db, deps);
  registerChatRoutes(app, { db: context.db, clock: systemClock }, deps);
  registerAnalyticsRoutes(app, context.db, deps);
  registerAccount(app, context, deps);
  const keys = createAudioServerKeys(context.db, systemClock);
  registerChannelAuth(app, { pusher, keys, namesUser }, deps);
  registerUserAuth(app, { pusher, keys }, deps);
  const presence = {
    listPresentUsers: () => readPresentUsers(pusher),
    listPresentAudioServers: () => readPresentAudioServers(pusher),
  };
  return [await registerTelephone(app, { context, deps, webhookUrl, ...presence, readParts })];
}
