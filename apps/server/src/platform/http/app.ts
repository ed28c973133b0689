import { randomUUID } from "node:crypto";
import type { RequestListener, Server } from "node:http";

import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import rateLimit from "@fastify/rate-limit";
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";

import { endAfterLongBody, findNetwork, systemClock } from "@linedesk/base";
import type { Config } from "../../config/config.ts";
import type { Logger } from "../logger.ts";
import { answerClientError } from "./answer-client-error.ts";
import { registerCompression } from "./compression.ts";
import { answerUnroutable, ApiError, registerErrors } from "./errors.ts";
import { limitConnections, createAddressPool, MOST_CONNECTIONS } from "./limit-connections.ts";
import { createListener, type TlsMaterial } from "./listener.ts";
import { PublicAccess, type FrontServices, InternalAccess } from "./public-access.ts";
import { refuseOtherOrigins } from "./refuse-other-origins.ts";
import { securityHeaders, setSecurityHeaders } from "./security-headers.ts";
import { takeUpgrades } from "./take-upgrades.ts";
import { WEBHOOK_PATH } from "./webhook-path.ts";

/**
 * The limit for requests without a session, such as the sign-in. Endpoints with a session allow
 * more.
 */
const BODY_LIMIT_BYTES = 64 * 1024;

export interface AppOptions {
  config: Config;
  log: Logger;
  front: FrontServices;
  tls: TlsMaterial | null;
}

export async function createApp({ config, log, front, tls }: AppOptions) {
  const access = new PublicAccess(front, { config, clock: systemClock });
  const httpLog: FastifyBaseLogger = log.child({ area: "http" });
  const app: FastifyInstance = fastify({
    loggerInstance: httpLog,
    // The framework's own lines contain full URLs, and a query may contain a caller's number.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.http.trustProxy.length > 0 ? config.http.trustProxy : false,
    forceCloseConnections: "idle",
    clientErrorHandler: (error, socket) => answerClientError(error, socket, log),
    frameworkErrors: (error, request, reply) => {
      void reply.headers(securityHeaders(config));
      answerUnroutable(error, request, reply);
    },
    serverFactory: (handler) => createListener(tls, routeToMountsFirst(access, handler)),
  });
  limitConnections(app.server, {
    perNetwork: MOST_CONNECTIONS,
    isFree: createAddressPool(config.http.trustProxy),
  });
  takeUpgrades(app.server, (...upgrade) => access.upgrade(...upgrade));
  acceptEmptyJson(app);
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  await app.register(cookie);
  registerErrors(app);
  await registerRateLimit(app, config);
  await registerCompression(app);
  addHooks(app, config);
  return app;
}

function routeToMountsFirst(front: FrontServices, handler: RequestListener): RequestListener {
  return (request, response) => {
    endAfterLongBody(request, response);
    if (!front.handle(request, response)) {
      handler(request, response);
    }
  };
}

export function createInternalServer(app: FastifyInstance, front: FrontServices): Server {
  const access = new InternalAccess(front);
  const server = createListener(
    null,
    routeToMountsFirst(access, (request, response) => app.routing(request, response)),
  );
  takeUpgrades(server, (...upgrade) => access.upgrade(...upgrade));
  return server;
}

/** Reads an empty JSON body as an empty object. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) {
      done(null, {});
    } else {
      void parse(request, body as string, done);
    }
  });
}

async function registerRateLimit(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(rateLimit, {
    // The seats of a studio share one address, and so they share this limit.
    max: config.http.rateLimitPerMinute,
    timeWindow: 60_000,
    // Limits the number of stored networks.
    cache: 10_000,
    keyGenerator: (request: FastifyRequest) => findNetwork(request.ip),
    // Webhook routes have their own limit; unknown paths below them use this one. Health is counted
    // earlier, with the mounted parts.
    allowList: ({ routeOptions, url }: FastifyRequest) =>
      routeOptions.url?.startsWith(WEBHOOK_PATH) === true || url.startsWith("/api/health/"),
    errorResponseBuilder: () => new ApiError("requests_too_often"),
  });
  const limit = app.rateLimit();
  // The plugin counts only requests to routes, so requests to unknown paths are counted here.
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) {
      await limit.call(app, request, reply);
    }
  });
}

function addHooks(app: FastifyInstance, config: Config): void {
  setSecurityHeaders(app, securityHeaders(config));
  refuseOtherOrigins(app, config.http);
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    const fields = { method, route: routeOptions.url, status: reply.statusCode };
    request.log.debug({ ...fields, ms: Math.round(reply.elapsedTime) }, "request answered");
  });
}
