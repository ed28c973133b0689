import formbody from "@fastify/formbody";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { systemClock } from "../core/clock.ts";
import { RefusedError } from "../core/refused-error.ts";
import { TokenBucket } from "../rates/token-bucket.ts";
import { accountListRoutes, accountRoutes } from "./account/account.ts";
import { applicationRoutes } from "./numbers/applications.ts";
import { callMessageRoutes } from "./calls/call-messages.ts";
import { callRoutes } from "./calls/calls.ts";
import { callerIdRoutes } from "./numbers/caller-ids.ts";
import { conferenceRoutes } from "./conferences/conferences.ts";
import { loginOf, type RestLogins } from "./requests/credentials.ts";
import { CODES, errorBody } from "./requests/error-body.ts";
import { answerWhenKept } from "./requests/kept-changes.ts";
import { keyRoutes } from "./account/keys.ts";
import { messageSubscriptionRoutes } from "./calls/subscription-routes.ts";
import { callEventRoutes, notificationRoutes } from "./calls/notifications.ts";
import { numberRoutes } from "./numbers/numbers.ts";
import { participantRoutes } from "./conferences/participants.ts";
import { recordingRoutes } from "./recordings/recordings.ts";
import { memberRoutes, queueRoutes } from "./queues.ts";
import { API_VERSION } from "./requests/addresses.ts";
import type { RestWorld } from "./requests/resource.ts";

const BODY_BYTES = 65_536;
const PREFIX = `/${API_VERSION}`;

export interface RestOptions extends RestWorld {
  logins: RestLogins;
  /** Requests a second; null for no bound. */
  perSecond: number | null;
  logger: Logger;
}

const ROUTES = [
  accountRoutes,
  callRoutes,
  callMessageRoutes,
  messageSubscriptionRoutes,
  conferenceRoutes,
  participantRoutes,
  queueRoutes,
  memberRoutes,
  numberRoutes,
  applicationRoutes,
  callerIdRoutes,
  keyRoutes,
  recordingRoutes,
  notificationRoutes,
  callEventRoutes,
];

/** Takes `.json` off the paths of the REST API; pass it as Fastify's `rewriteUrl`. */
export function withoutJsonEnding(url: string): string {
  return url.startsWith(`${PREFIX}/`) ? url.replace(/\.json(?=\?|$)/, "") : url;
}

/** Twilio's REST API 2010-04-01 [XR1]; what is supported stands in docs/exchange-rest.md. */
export async function registerRest(app: FastifyInstance, options: RestOptions): Promise<void> {
  await app.register(
    async (api) => {
      await api.register(formbody, { bodyLimit: BODY_BYTES });
      api.removeContentTypeParser("application/json");
      const share = shareOf(options);
      api.addHook("onRequest", async (request, reply) => {
        if (share?.take() === false) return await refuseHaste(reply);
        const login = loginOf(request.headers.authorization, options.logins);
        if (login === null) return await refuseStranger(reply);
        if (login === "key" && isForOwner(request, options)) return await refuseKey(reply);
        return undefined;
      });
      answerWhenKept(api, options.core);
      api.setErrorHandler<FastifyError>(async (error, request, reply) =>
        answerError(error, request, reply, options.logger),
      );
      api.setNotFoundHandler(async (request, reply) => answerNotFound(request, reply));
      accountListRoutes(api, options);
      await api.register(
        async (account) => {
          for (const routes of ROUTES) routes(account, options);
        },
        { prefix: `/Accounts/${options.accountSid}` },
      );
    },
    { prefix: PREFIX },
  );
}

/**
 * Answers a path that cannot even be routed: a broken escape, or a sid longer than any. No hook has
 * seen it and no handler will; pass it as Fastify's `frameworkErrors`.
 */
export function answerUnroutable(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error.statusCode ?? 400;
  void reply.code(status).send(errorBody(CODES.parameter, error.message, status));
}

function shareOf({ perSecond }: RestOptions): TokenBucket | null {
  return perSecond === null ? null : new TokenBucket(systemClock, { burst: perSecond, perSecond });
}

/** Before anything is looked at, so that guessing secrets is slow, too [XR53]. */
async function refuseHaste(reply: FastifyReply): Promise<FastifyReply> {
  const body = errorBody(CODES.tooMany, "Too Many Requests", 429);
  return await reply.code(429).header("retry-after", "1").send(body);
}

async function refuseStranger(reply: FastifyReply): Promise<FastifyReply> {
  return await reply
    .code(401)
    .header("www-authenticate", 'Basic realm="Twilio API"')
    .send(errorBody(CODES.authenticate, "Authenticate", 401));
}

/** A key could otherwise make others that outlive it [XR40]. */
function isForOwner(request: FastifyRequest, { accountSid }: RestOptions): boolean {
  const account = `${PREFIX}/Accounts/${accountSid}`;
  const path = request.routeOptions.url ?? "";
  return path.startsWith(`${account}/Keys`) || (path === account && request.method !== "GET");
}

async function refuseKey(reply: FastifyReply): Promise<FastifyReply> {
  const message = "An API key may neither manage keys nor change the account";
  return await reply.code(403).send(errorBody(CODES.forbidden, message, 403));
}

function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.originalUrl.split("?", 1)[0];
  return reply
    .code(404)
    .send(errorBody(CODES.notFound, `The requested resource ${path} was not found`, 404));
}

/** The one place where an error of the REST API becomes an answer. */
function answerError(
  error: FastifyError | RefusedError,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): FastifyReply {
  if (error instanceof RefusedError) {
    const { twilioCode, message, httpStatus } = error;
    return reply.code(httpStatus).send(errorBody(twilioCode, message, httpStatus));
  }
  const status = error.statusCode ?? 500;
  if (status < 500) {
    return reply.code(status).send(errorBody(CODES.parameter, error.message, status));
  }
  logger.error({ err: error, method: request.method, requestId: request.id }, "request failed");
  return reply
    .code(500)
    .send(errorBody(CODES.internal, `Internal error, see request ${request.id} in the log`, 500));
}
