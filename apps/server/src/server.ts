import type { IncomingMessage, Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import type { FastifyInstance } from "fastify";
import type Pusher from "pusher";

import { backgroundClock, findNetwork, RenewedFiles } from "@linedesk/base";
import type { Hub } from "@linedesk/hub";
import { createAnalyticsJobs } from "./analytics/analytics-jobs.ts";
import { startEmbeddedSso } from "./auth/embedded-sso.ts";
import { createSessionStore } from "./auth/session-store.ts";
import { createCleanupJob } from "./cleanup-job.ts";
import type { Config } from "./config/config.ts";
import { isLoopback } from "./config/is-loopback.ts";
import type { Context } from "./context.ts";
import { SecretSeal } from "./integrations/secret-seal.ts";
import { openContext } from "./open-context.ts";
import { findDrainTime } from "./platform/health/drain-time.ts";
import { Readiness } from "./platform/health/readiness.ts";
import { createApp, createInternalServer } from "./platform/http/app.ts";
import { createClientAddressResolver } from "./platform/http/client-address-resolver.ts";
import {
  listenInternal,
  listenPublic,
  renewTls,
  type TlsMaterial,
} from "./platform/http/listener.ts";
import { ExchangeProxy, exchangeRoot } from "./platform/http/mounts/exchange-proxy.ts";
import { MountedServices } from "./platform/http/mounts/mounted-services.ts";
import { isOwnOrigin } from "./platform/http/own-origin.ts";
import type { SessionGuard } from "./platform/http/session-guard.ts";
import { loadTls } from "./platform/http/tls/load-tls.ts";
import { Jobs } from "./platform/jobs/jobs.ts";
import type { Logger } from "./platform/logger.ts";
import { NumberSeal } from "./platform/number-seal.ts";
import { type OpenedHub, openHub } from "./platform/realtime/open-hub.ts";
import { type Outbox, openOutbox } from "./platform/realtime/open-outbox.ts";
import { createPusher } from "./platform/realtime/pusher.ts";
import { createRecordingRetentionJob, createRetentionJob } from "./privacy/retention-job.ts";
import { createExpireWinsJob, createPromotionJob } from "./prizes/open-promotion.ts";
import { type Closable, registerRoutes } from "./routes.ts";
import { ChosenAccountWatch } from "./telephony-account/chosen-account-watch.ts";
import { SoftphoneTokens } from "./telephony/softphone-tokens.ts";
import { openTelephonies } from "./telephony/telephony-service.ts";
import { forgetVoiceTokens } from "./telephony/voice-token-store.ts";

export interface ServerOptions {
  config: Config;
  log: Logger;
  /** Another session guard, for tests of the routes behind the guard. */
  guard?: SessionGuard;
  restart?: () => void;
}

export interface RunningServer {
  port: number;
  internalPort: number;
  context: Context;
  /** Reads again the files that can change while the server runs: the certificate of https. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

interface ServerDeps {
  options: ServerOptions;
  context: Context;
  hub: Hub | null;
  openedHub: OpenedHub | null;
  exchanges: readonly ExchangeProxy[];
  front: MountedServices;
  pusher: Pusher;
  softphones: SoftphoneTokens;
  readiness: Readiness;
  internalPort: number;
}

async function createParts(context: Context, options: ServerOptions): Promise<ServerDeps> {
  const { config, log } = context;
  const { internalPort } = config.http;
  const openedHub =
    config.realtime.external === null
      ? await openHub({
          config,
          log,
          instances: context.instances,
          addressOf: createShareAddress(config.http.trustProxy),
        })
      : null;
  const hub = openedHub?.hub ?? null;
  const exchanges = createExchangeProxies(config, log);
  const frontLog = log.child({ area: "front" });
  function onError(err: unknown): void {
    frontLog.error({ err }, "server part failed");
  }
  const sso = await startEmbeddedSso({
    config,
    db: context.db,
    seal: new SecretSeal(config.integrations.key),
    log: frontLog,
  });
  const front = new MountedServices({ hub, exchanges, sso, onError });
  const pusher = createPusher(config.realtime, internalPort);
  const softphones = new SoftphoneTokens({
    services: openTelephonies(config.services),
    forget: (userId, until) => forgetVoiceTokens(context.db, userId, until),
    now: () => new Date(context.clock.now()),
    log: log.child({ area: "softphones" }),
    wait,
  });
  const readiness = new Readiness(context);
  return {
    options,
    context,
    hub,
    openedHub,
    exchanges,
    front,
    pusher,
    softphones,
    readiness,
    internalPort,
  };
}

/**
 * Returns a function that resolves a client's network, to which a limit applies. The function
 * returns `null`, which means no limit, for this machine and for a proxy on this machine that sends
 * no client address. Signalling has the same rule.
 */
function createShareAddress(trustProxy: string[]): (request: IncomingMessage) => string | null {
  const addressOf = createClientAddressResolver(trustProxy);
  return (request) => {
    const address = findNetwork(addressOf(request));
    return isLoopback(address) || address === "" ? null : address;
  };
}

function createExchangeProxies(config: Config, log: Logger): ExchangeProxy[] {
  return config.services.flatMap(({ kind, apiUrl, service }, at) =>
    // An external account has its own gateway and insights, which pages use directly.
    kind === "twilio" || apiUrl === null
      ? []
      : new ExchangeProxy({
          exchangeUrl: apiUrl,
          root: at === 0 ? "" : exchangeRoot(service),
          isOwnOrigin: (request) => isOwnOrigin(request, config.http),
          resolveClientAddress: createClientAddressResolver(config.http.trustProxy),
          log: log.child({ area: "passage", service }),
        }),
  );
}

/**
 * Starts the server: database, features, listeners, realtime. Throws `ConfigError`, `ListenError`,
 * `DatabaseUnreachableError` or `MigrationError`, each with a sentence for the person who starts
 * it.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const context = await openContext(options);
  let parts: ServerDeps | undefined;
  try {
    parts = await createParts(context, options);
    return await startParts(parts);
  } catch (error) {
    await parts?.openedHub?.close();
    await context.close();
    throw error;
  }
}

async function startParts(parts: ServerDeps): Promise<RunningServer> {
  const { context, front, internalPort } = parts;
  const { config, log } = context;
  const tls = await loadTls(config);
  const app = await createApp({ config, log, front, tls });
  function withdrawTokens(userId: string): void {
    parts.softphones.withdraw(userId);
  }
  const numberSeal = new NumberSeal(config.integrations.key);
  const features = await registerRoutes(app, {
    ...parts,
    numberSeal,
    guard: parts.options.guard,
    withdrawTokens,
  });
  const outbox = openOutbox({
    context,
    databaseUrl: config.database.url ?? "",
    hub: parts.hub,
    pusher: parts.pusher,
    numberSeal,
    onEnded: withdrawTokens,
    log: log.child({ area: "realtime" }),
  });
  const internal = createInternalServer(app, front);
  await app.ready();
  const port = await listen({ app, internal, outbox, internalPort, http: config.http });
  const jobs = startJobs(context);
  const account = watchAccount(context);
  const certificate = watchCertificate(context, app.server, tls);
  log.info({ port, internalPort }, "server ready");
  return {
    port,
    internalPort,
    context,
    reload: async () => certificate?.check(),
    close: createClose({
      parts,
      app,
      internal,
      outbox,
      features: [...features, jobs, account],
      certificate,
    }),
  };
}

interface Listening {
  app: FastifyInstance;
  internal: Server;
  outbox: Outbox;
  internalPort: number;
  http: Config["http"];
}

/** A socket that connects before the outbox has its position would miss events. */
async function listen({ app, internal, outbox, internalPort, http }: Listening): Promise<number> {
  await outbox.start();
  try {
    await listenInternal(internal, internalPort);
    return await listenPublic(app, http);
  } catch (error) {
    await outbox.close();
    throw error;
  }
}

/**
 * Loads a certificate that was renewed on the disk, without a restart. Returns `null` without TLS.
 */
function watchCertificate(
  { config, log }: Context,
  server: Server,
  used: TlsMaterial | null,
): RenewedFiles<TlsMaterial | null> | null {
  if (used === null) {
    return null;
  }
  return new RenewedFiles<TlsMaterial | null>({
    clock: backgroundClock,
    read: () => loadTls(config),
    used,
    apply: (tls) => tls !== null && renewTls(server, tls),
    onRenewed: () => log.info("server certificate renewed"),
    onRefused: (err) => log.error({ err }, "server certificate renewal refused"),
  });
}

function watchAccount(context: Context): ChosenAccountWatch {
  const log = context.log.child({ area: "telephony" });
  const account = new ChosenAccountWatch({ ...context, log, clock: backgroundClock });
  account.start();
  return account;
}

function startJobs({ config, db, log }: Context): Jobs {
  const sessions = createSessionStore(db);
  const promotion = { promotion: config.promotion, integrations: config.integrations };
  const services = openTelephonies(config.services);
  const jobs = new Jobs({
    databaseUrl: config.database.url ?? "",
    log: log.child({ area: "jobs" }),
    jobs: [
      createCleanupJob({ db, deleteExpiredSessions: (at) => sessions.deleteExpiredBefore(at) }),
      ...createAnalyticsJobs({ db, log }),
      ...createPromotionJob({ db, log, ...promotion }),
      createExpireWinsJob({ db, log, ...promotion }),
      createRetentionJob({ db, services }),
      createRecordingRetentionJob({ db, services }),
    ],
  });
  jobs.start();
  return jobs;
}

/**
 * Waits until a load balancer has noticed that this server ends, and sends its requests to another
 * server.
 */
async function drain({ context, readiness }: ServerDeps): Promise<void> {
  const { config, instances, log } = context;
  readiness.drain();
  const drainMs = findDrainTime(config.http, instances.others);
  if (drainMs > 0) {
    log.info({ drainMs }, "server draining");
    await wait(drainMs);
  }
}

function closeInternal(internal: Server): Promise<void> {
  return new Promise((resolve) => {
    internal.close(() => resolve());
    internal.closeIdleConnections();
  });
}

interface Running {
  parts: ServerDeps;
  app: FastifyInstance;
  internal: Server;
  outbox: Outbox;
  features: Closable[];
  certificate: Pick<RenewedFiles<unknown>, "close"> | null;
}

function createClose({
  parts,
  app,
  internal,
  outbox,
  features,
  certificate,
}: Running): () => Promise<void> {
  async function close(): Promise<void> {
    certificate?.close();
    await drain(parts);
    // The listeners close first, so that no request reaches a part that has ended.
    const listeners = Promise.all([app.close(), closeInternal(internal)]);
    await Promise.all([...features, outbox].map((part) => part.close()));
    await parts.openedHub?.close();
    await parts.softphones.close();
    for (const exchange of parts.exchanges) {
      exchange.close();
    }
    internal.closeAllConnections();
    await listeners;
    await parts.context.close();
  }
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}
