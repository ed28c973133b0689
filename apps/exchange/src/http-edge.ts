import fastify, { type FastifyInstance } from "fastify";
import type { Logger } from "pino";

import {
  endAfterLongBody,
  fastifyTimeouts,
  findRootFolder,
  type HttpTimeouts,
  isLoopbackName,
  readProgramSum,
  refuseExpectations,
  systemClock,
} from "@linedesk/base";
import type { MediaPort } from "@linedesk/media";
import type { Dialer } from "./calls/legs/leg.ts";
import type { ExchangeConfig } from "./config/config.ts";
import type { ExchangeControl } from "./control/exchange-control.ts";
import type { AccountConfig } from "./directory/account-config.ts";
import type { DrainSwitch } from "./edges/rest/insights/drain-routes.ts";
import { InsightRepository } from "./edges/rest/insights/insight-repository.ts";
import { registerInsights } from "./edges/rest/insights/register-insights.ts";
import type { TrunkSource } from "./edges/rest/insights/trunk-routes.ts";
import { answerUnroutable, registerRest, withoutJsonEnding } from "./edges/rest/register-rest.ts";
import { authenticate, type RestCredentials } from "./edges/rest/requests/authenticate.ts";
import { MessageSubscriptions } from "./edges/rest/requests/message-subscriptions.ts";
import type { RestDeps } from "./edges/rest/requests/resource.ts";
import { isOriginAllowed } from "./edges/signalling/access/is-origin-allowed.ts";
import type { SignallingLimits } from "./edges/signalling/access/limits.ts";
import { createSignalling, type Signalling } from "./edges/signalling/signalling.ts";
import { createTokenVerifier } from "./edges/signalling/token/token-verifier.ts";
import { TokenWithdrawals } from "./edges/signalling/token/token-withdrawals.ts";
import type { TrunkReading } from "./edges/sip/trunks/trunk-registry.ts";
import { bracketed, HttpListener } from "./http-listener.ts";
import { registerMetrics } from "./metrics.ts";

const SIGNAL_PATH = "/signal";
const BODY_BYTES = 262_144;
/**
 * The maximum length of a path parameter. Conference names and labels are longer than fastify's
 * default.
 */
const MAX_ID = 500;

export interface HttpEdgeOptions {
  config: ExchangeConfig;
  control: Omit<ExchangeControl, "close">;
  media: MediaPort;
  account: AccountConfig;
  logger: Logger;
  limits: HttpEdgeLimits;
  sip: { readTrunks: () => TrunkReading[]; trunks: TrunkSource };
  drain: DrainSwitch;
}

export interface HttpEdgeLimits {
  signalling?: Partial<SignallingLimits> | undefined;
  timeouts?: Partial<HttpTimeouts> | undefined;
}

export interface HttpEdge {
  dialer: Dialer;
  /** Returns host and port for other machines. Throws StartError when the port is unavailable. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export async function openHttpEdge(options: HttpEdgeOptions): Promise<HttpEdge> {
  const { config } = options;
  const app = fastify({
    bodyLimit: BODY_BYTES,
    ...fastifyTimeouts(options.limits.timeouts ?? {}),
    forceCloseConnections: true,
    frameworkErrors: answerUnroutable,
    rewriteUrl: (request) => withoutJsonEnding(request.url ?? "/"),
    routerOptions: { maxParamLength: MAX_ID },
  });
  refuseExpectations(app.server);
  app.addHook("onRequest", async ({ raw }, reply) => endAfterLongBody(raw, reply.raw));
  refuseOtherNames(app, config.host);
  const { control, account } = options;
  const subscriptions = new MessageSubscriptions(
    { calls: control.calls, sendCallback: control.edges.sendCallback },
    {
      accountSid: account.sid,
      clock: systemClock,
    },
  );
  const made: { signalling: Signalling | null } = { signalling: null };
  const tokens = openTokens(options);
  await registerRoutes(app, options, {
    subscriptions,
    tokens,
    withdrawTokens: async (identity) => made.signalling?.withdrawTokens(identity),
  });
  const signalling = openSignalling(app, options, tokens);
  made.signalling = signalling;
  const release = readRelease();
  app.get("/health", () => ({
    status: "ok",
    draining: options.drain.isDraining,
    ...release,
    ...signalling.counts(),
    ...control.reports.load,
  }));
  registerMetrics(app, {
    readTraffic: () => control.reports.readTraffic(),
    readTrunks: options.sip.readTrunks,
    isDraining: () => options.drain.isDraining,
    readMedia: () => options.media.health(),
    countSignalling: () => signalling.counts(),
  });
  const listener = new HttpListener(app, config);
  return {
    dialer: signalling.dialer,
    listen: () => listener.open(),
    async close() {
      await signalling.close();
      subscriptions.close();
      listener.close();
      await app.close();
    },
  };
}

/** Returns the release that this process has loaded, even if another one is installed now. */
function readRelease(): { version: string; programs: string | null } {
  const { path, version } = findRootFolder();
  return { version, programs: readProgramSum(path, "exchange") };
}

const OWN_PATHS: readonly string[] = ["/health", "/metrics"];

/** A page whose host name resolves to this machine must not read local data (DNS rebinding). */
function refuseOtherNames(app: FastifyInstance, ownHost: string | null): void {
  app.addHook("onRequest", async ({ headers, raw, routeOptions }, reply) => {
    const hosts = raw.headersDistinct["host"] ?? [];
    if (hosts.length > 1) {
      return await reply.code(400).send({ error: "two_hosts" });
    }
    const isOwn = OWN_PATHS.includes(routeOptions.url ?? "");
    const isKnown = isLoopbackName(headers.host) || isHost(headers.host, ownHost);
    return isOwn && !isKnown ? await reply.code(403).send({ error: "other_name" }) : undefined;
  });
}

/**
 * Returns true when the Host header names the configured IP address. DNS rebinding cannot forge an
 * IP address there.
 */
function isHost(name: string | undefined, host: string | null): boolean {
  return host !== null && URL.canParse(`http://${name}`)
    ? new URL(`http://${name}`).hostname === bracketed(host)
    : false;
}

async function registerRoutes(
  app: FastifyInstance,
  { control, account, config, ...options }: HttpEdgeOptions,
  { tokens, ...parts }: Pick<RestDeps, "subscriptions" | "withdrawTokens"> & { tokens: Tokens },
): Promise<void> {
  const logger = options.logger.child({ part: "http" });
  const logins: RestCredentials = {
    account,
    findSecret: (keySid) => control.directory.keys.findSecret(keySid),
  };
  const { relays } = config.media;
  const { directory } = control;
  const { knowsTrunk } = control.edges;
  const accountSid = account.sid;
  await registerRest(app, {
    routes: { control, directory, knowsTrunk, accountSid, ...parts, relays },
    access: { accountSid, logins, perSecond: config.restPerSecond },
    logger,
  });
  await registerInsights(app, {
    repository: new InsightRepository(),
    calls: control.calls,
    access: {
      isAuthorised: (authorization) => authenticate(authorization, logins) !== null,
      findIdentity: async (token) => {
        const check = await tokens.verifier.verify(token);
        return check.ok ? check.access.identity : null;
      },
      isOriginAllowed: (origin) => isOriginAllowed(origin, config.allowedOrigins),
    },
    clock: systemClock,
    logger,
    trunks: options.sip.trunks,
    drain: options.drain,
    countCalls: () => control.reports.load.calls,
  });
}

type Tokens = ReturnType<typeof openTokens>;

function openTokens({ config, control, account, logger }: HttpEdgeOptions) {
  const withdrawals = new TokenWithdrawals({
    clock: systemClock,
    folder: config.dataFolder,
    logger: logger.child({ part: "signalling" }),
  });
  const verifier = createTokenVerifier({
    accountSid: account.sid,
    findSecret: (keySid) =>
      keySid === account.apiKey ? account.apiSecret : control.directory.keys.findSecret(keySid),
    withdrawals,
    clock: systemClock,
  });
  return { verifier, withdrawals };
}

function openSignalling(
  app: FastifyInstance,
  { config, control, media, account, limits, ...options }: HttpEdgeOptions,
  tokens: Tokens,
): Signalling {
  return createSignalling({
    listener: { server: app.server, path: SIGNAL_PATH },
    calls: { accountSid: account.sid, media, intake: control.edges.intake },
    tokens,
    access: {
      allowedOrigins: config.allowedOrigins,
      limits: { socketsPerAddress: config.socketsPerAddress, ...limits.signalling },
    },
    edges: config.edges,
    clock: systemClock,
    logger: options.logger.child({ part: "signalling" }),
  });
}
