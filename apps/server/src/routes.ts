import { hostname } from "node:os";
import { join } from "node:path";

import type { FastifyInstance, FastifyRequest } from "fastify";
import type Pusher from "pusher";

import { findRootFolder, systemClock } from "@linedesk/base";
import type { Hub } from "@linedesk/hub";
import { listOpenPairings, listServerStations } from "./audio-servers/audio-servers.ts";
import { CSRF_HEADER } from "./auth/csrf.ts";
import { registerAuth } from "./auth/register-auth.ts";
import { createSessionStore } from "./auth/session-store.ts";
import { SessionWatch } from "./auth/session-watch.ts";
import { Recent } from "./board/board-readings.ts";
import { registerMachineMetrics } from "./board/register-machine-metrics.ts";
import { registerCallMetrics } from "./calls/call-metrics.ts";
import { findTraffic } from "./calls/store/traffic-store.ts";
import { ConfigError } from "./config/config.ts";
import { listOwnExchanges } from "./config/service-config.ts";
import { registerClientConfig } from "./console/client-config.ts";
import { findAsset } from "./console/console-build-store.ts";
import { registerConsoleFiles } from "./console/console-files.ts";
import { createReleaseCheck } from "./console/create-release-check.ts";
import { shareConsoleAssets } from "./console/share-console-assets.ts";
import type { Context } from "./context.ts";
import { registerFeatures } from "./features.ts";
import { registerDeliveryMetrics } from "./integrations/deliveries.ts";
import { findWebhookLag } from "./integrations/delivery-store.ts";
import { registerIngest } from "./monitoring/ingest.ts";
import { buildPageMonitoring } from "./monitoring/page-monitoring.ts";
import { People } from "./people/people.ts";
import { findRole, isMaskedAnywhere, listMemberships } from "./people/role-store.ts";
import type { Db } from "./platform/db/database.ts";
import {
  createHealth,
  createPartChecks,
  type HealthRoutesDeps,
  registerHealthRoutes,
} from "./platform/health/health.ts";
import { IssuerWatch } from "./platform/health/issuer-watch.ts";
import { readInTime, registerMetrics } from "./platform/health/metrics.ts";
import type { Readiness } from "./platform/health/readiness.ts";
import { Api } from "./platform/http/api.ts";
import { registerApiDocs } from "./platform/http/docs/api-docs.ts";
import { ApiError } from "./platform/http/errors.ts";
import { ExportCursors } from "./platform/http/export-cursors.ts";
import type { ExchangeProxy } from "./platform/http/mounts/exchange-proxy.ts";
import { NumberGuesses } from "./platform/http/number-guesses.ts";
import type { SessionGuard } from "./platform/http/session-guard.ts";
import type { NumberSeal } from "./platform/number-seal.ts";
import { findOutboxLag } from "./platform/realtime/outbox-store.ts";
import {
  readMembers,
  readPresentAudioServers,
  readPresentUsers,
} from "./platform/realtime/pusher.ts";
import { findPromotionLag } from "./prizes/delivery-store.ts";
import { readUserSettings } from "./settings/user-settings.ts";
import { countRejectedCallers, readAllMetrics } from "./telephony/exchange-load.ts";
import { readExchangeStates } from "./telephony/exchange-states.ts";
import { findFallbackBase, findWebhookConflict } from "./telephony/find-webhook-conflict.ts";
import { readTelephonyState } from "./telephony/telephony-state.ts";
import { listLostVoiceUsers } from "./telephony/voice-token-store.ts";

export interface RouteDeps {
  context: Context;
  hub: Hub | null;
  exchanges: readonly ExchangeProxy[];
  pusher: Pusher;
  internalPort: number;
  readiness: Readiness;
  numberSeal: NumberSeal;
  guard: SessionGuard | undefined;
  withdrawTokens: (userId: string) => void;
}

/** A part with its own lifetime, which ends before the listeners close. */
export interface Closable {
  close(): Promise<void>;
}

export async function registerRoutes(app: FastifyInstance, parts: RouteDeps): Promise<Closable[]> {
  const { context, hub, pusher } = parts;
  const { config, db } = context;
  const { path: root, version } = findRootFolder();
  const consoleFolder = join(root, "apps", "console", "dist");
  const auth =
    parts.guard === undefined ? addAuth(app, parts) : { guard: parts.guard, watch: null };
  const api = new Api(app, {
    roles: {
      find: (user, station) => findRole(db, user, station),
      isMaskedAnywhere: (user) => isMaskedAnywhere(db, user),
    },
    numberSeal: parts.numberSeal,
    guesses: new NumberGuesses(systemClock),
    exportCursors: new ExportCursors(config.integrations.key, systemClock),
    guard: auth.guard,
    checkAnswers: config.environment !== "production",
  });
  const { issuer, ...health } = watchHealth(app, parts);
  registerHealthRoutes(api, { version, ...health });
  addMetrics(app, parts, health);
  registerClientConfig(api, { config, version });
  const monitor = await registerFeatures(api, {
    context,
    pusher,
    ...health,
    listPresentUsers: () => readPresentUsers(pusher),
    listPresentAudioServers: () => readPresentAudioServers(pusher),
    listChannelMembers: (channel) => readMembers(pusher, channel),
    clock: context.clock,
    webhookUrl: resolveWebhookUrl(parts),
    findFallbackBase: (service) => findFallbackBase(service, readSurroundings(context)),
    isOtherRelease: createReleaseCheck(consoleFolder),
    hub,
  });
  registerApiDocs(app, api.endpoints, {
    version,
    publicUrl: config.http.publicUrlGiven ? config.http.publicUrl : null,
    sessionCookie: "linedesk-session",
    csrfHeader: CSRF_HEADER,
  });
  await addIngest(app, context);
  await registerConsoleFiles(app, {
    monitoring: buildPageMonitoring(config, version),
    folder: consoleFolder,
    endpoints: api.endpoints,
    findAsset: (name) => findAsset(db, name),
    readSettings: (request) => readPageSettings(request, { db, guard: auth.guard }),
  });
  const consoleLog = context.log.child({ area: "console" });
  app.addHook("onListen", async () => void shareConsoleAssets(db, consoleFolder, consoleLog));
  return [monitor, auth.watch, issuer].filter((part) => part !== null);
}

const EXCHANGES_CACHE_MS = 1_000;

function watchHealth(app: FastifyInstance, { context, pusher, readiness }: RouteDeps) {
  const { config, db, disk } = context;
  const names = config.services.map(({ service }) => service);
  const issuer = watchIssuer(app, context);
  const exchanges = new Recent(EXCHANGES_CACHE_MS, {
    now: () => performance.now(),
    read: () => readExchangeStates(db, config.services),
  });
  return {
    issuer,
    readiness,
    readParts: createHealth(
      createPartChecks({
        db,
        config,
        pusher,
        disk,
        readTelephonyState: async () => (await readTelephonyState(db, names)).state,
      }),
    ),
    readIssuer: () => issuer?.state ?? null,
    readExchanges: () => exchanges.get(),
  };
}

/** Returns the watch of an external issuer; `null` with the embedded issuer. */
function watchIssuer(app: FastifyInstance, { config, log }: Context): IssuerWatch | null {
  const { issuer } = config.auth;
  if (issuer === null) {
    return null;
  }
  const watch = new IssuerWatch({ issuer, log: log.child({ area: "auth" }) });
  app.addHook("onListen", async () => watch.start());
  return watch;
}

async function addIngest(app: FastifyInstance, { config, log }: Context): Promise<void> {
  const { analytics } = config.monitoring;
  if (analytics !== null) {
    await registerIngest(app, { url: analytics.url, log: log.child({ area: "monitoring" }) });
  }
}

function addMetrics(
  app: FastifyInstance,
  { context, hub, exchanges, internalPort }: RouteDeps,
  { readParts, readIssuer, readExchanges }: Omit<HealthRoutesDeps, "version" | "readiness">,
): void {
  const { config, db } = context;
  const { services } = config;
  const registry = registerMetrics(app, {
    hub,
    internalPort,
    countSignalling: () => exchanges.reduce((sum, { socketCount }) => sum + socketCount, 0),
    readParts,
    readIssuer,
    readOutboxLag: () => findOutboxLag(db),
    readExchanges,
    countRejectedCallers: () => countRejectedCallers(services),
    readExchange: () => readAllMetrics(services),
  });
  registerCallMetrics(registry, () => readInTime(() => findTraffic(db)));
  registerDeliveryMetrics(registry, () => readInTime(() => findLags(db)));
  registerMachineMetrics(registry, { config, db, clock: systemClock });
}

/** Registers sign-in, whose guard runs before every other route, and starts the session watch. */
function addAuth(app: FastifyInstance, parts: RouteDeps) {
  const { context, internalPort } = parts;
  const { config, db, log } = context;
  const people = new People(db, config.auth);
  const { guard, sessions } = registerAuth(app, {
    config,
    store: createSessionStore(db),
    findOrCreateUser: (person, source) => people.findOrCreateUser(person, source),
    noteSignOut: (userId, source) => people.noteSignOut(userId, source),
    noteForeignChange: (...change) => people.noteForeignChange(...change),
    log: log.child({ area: "auth" }),
    now: () => context.clock.now(),
    embeddedIssuerOrigin: config.auth.issuer === null ? `http://127.0.0.1:${internalPort}` : null,
    endsIssuerSession: config.auth.issuer !== null,
  });
  const watch = new SessionWatch({
    sessions,
    listMemberships: (userIds) => listMemberships(db, userIds),
    sockets: parts.hub,
    listOpenPairings: (pairings) => listOpenPairings(db, pairings),
    listServerStations: (servers) => listServerStations(db, servers),
    listLostVoiceUsers: () => listLostVoiceUsers(db, new Date(context.clock.now())),
    withdrawTokens: parts.withdrawTokens,
    onError: (err) => log.warn({ err }, "session watch failed"),
  });
  app.addHook("onListen", async () => watch.start());
  return { guard, watch };
}

function readSurroundings({ instances }: Context) {
  return { machine: hostname(), others: instances.others };
}

/**
 * Returns the address at which the telephony service calls this server. Throws when the settings of
 * the exchange do not allow it to reach this server while other servers run.
 */
function resolveWebhookUrl({ context, internalPort }: RouteDeps): string {
  const { config } = context;
  const conflict = findWebhookConflict(config.services, readSurroundings(context));
  if (conflict !== null) {
    throw new ConfigError(conflict);
  }
  // Beside an exchange, Twilio gets the public address in any case.
  const isTwilioAlone = listOwnExchanges(config.services).length === 0;
  const own = isTwilioAlone ? config.http.publicUrl : `http://127.0.0.1:${internalPort}`;
  return config.telephony.webhookUrl ?? own;
}

async function readPageSettings(
  request: FastifyRequest,
  { db, guard }: { db: Db; guard: SessionGuard },
) {
  try {
    const { user } = await guard.requireSession(request);
    return await readUserSettings(db, user.id);
  } catch (error) {
    // Nobody is signed in, so the page is served as built.
    if (error instanceof ApiError) {
      return null;
    }
    throw error;
  }
}

async function findLags(db: Db) {
  return { webhooks: await findWebhookLag(db), promotion: await findPromotionLag(db) };
}
