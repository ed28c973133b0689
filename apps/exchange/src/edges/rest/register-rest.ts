import formbody from "@fastify/formbody";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";

import { RefusedError } from "@linedesk/base";
import type { ExchangeControl, ExchangeDirectory } from "../../control/exchange-control.ts";
import { accountRoutes } from "./account/account.ts";
import { clientTokenRoutes } from "./account/client-tokens.ts";
import { keyRoutes } from "./account/keys.ts";
import { callMessageRoutes } from "./calls/call-messages.ts";
import { callRoutes } from "./calls/calls.ts";
import { notificationRoutes } from "./calls/notifications.ts";
import { messageSubscriptionRoutes } from "./calls/subscription-routes.ts";
import { conferenceRoutes } from "./conferences/conferences.ts";
import { participantRoutes } from "./conferences/participants.ts";
import { applicationRoutes } from "./numbers/applications.ts";
import { callerIdRoutes } from "./numbers/caller-ids.ts";
import { numberRoutes } from "./numbers/numbers.ts";
import { memberRoutes, queueRoutes } from "./queues/queues.ts";
import { recordingRoutes } from "./recordings/recordings.ts";
import { awaitPersisted } from "./requests/await-persisted.ts";
import { API_VERSION } from "./requests/build-uri.ts";
import {
  BODY_BYTES,
  createAccessCheck,
  type AccessCheckOptions,
  refuse,
} from "./requests/create-access-check.ts";
import { createRefusalLog } from "./requests/create-refusal-log.ts";
import { CODES, errorBody } from "./requests/error-body.ts";
import type { RestDeps } from "./requests/resource.ts";

const PREFIX = `/${API_VERSION}`;

export type RestControl = Exclude<keyof ExchangeControl, "directory" | "edges" | "close">;

export interface RestOptions {
  routes: RestDeps<RestControl, keyof ExchangeDirectory>;
  access: AccessCheckOptions;
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
  clientTokenRoutes,
  recordingRoutes,
  notificationRoutes,
];

/** Removes `.json` from the paths of the REST API; pass it as Fastify's `rewriteUrl`. */
export function withoutJsonEnding(url: string): string {
  return url.startsWith(`${PREFIX}/`) ? url.replace(/\.json(?=\?|$)/, "") : url;
}

/** Serves Twilio's REST API 2010-04-01; docs/exchange-rest.md lists the supported parts. */
export async function registerRest(app: FastifyInstance, options: RestOptions): Promise<void> {
  const { routes, access } = options;
  refuseOtherVersions(app);
  await app.register(
    async (api) => {
      // Fastify's other body types are refused, because the routes would ignore their parameters.
      api.removeAllContentTypeParsers();
      await api.register(formbody, { bodyLimit: BODY_BYTES });
      const refusalAt = createAccessCheck(access);
      const logRefusal = createRefusalLog(options.logger);
      api.addHook("onRequest", async (request, reply) => {
        const refusal = refusalAt(request);
        if (refusal === null) {
          return undefined;
        }
        logRefusal(request, refusal);
        return await refuse(request, reply, refusal);
      });
      awaitPersisted(api, routes.directory.changes);
      api.setErrorHandler<FastifyError>(async (error, request, reply) =>
        answerError(error, request, reply, options.logger),
      );
      api.setNotFoundHandler(async (request, reply) => answerNotFound(request, reply));
      await api.register(
        async (account) => {
          for (const register of ROUTES) {
            register(account, routes);
          }
        },
        { prefix: `/Accounts/${routes.accountSid}` },
      );
    },
    { prefix: PREFIX },
  );
}

function refuseOtherVersions(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const isOurs = request.originalUrl.startsWith(`${PREFIX}/`);
    if (!request.is404 || isOurs) {
      return undefined;
    }
    const path = request.originalUrl.split("?", 1)[0];
    const message = `The requested resource ${path} was not found`;
    return await refuse(request, reply, { status: 404, code: CODES.notFound, message });
  });
}

/**
 * Answers a path that cannot be routed, because of an invalid escape or an overlong sid. No hook or
 * handler processes such a path; pass this function as Fastify's `frameworkErrors`.
 */
export function answerUnroutable(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error.statusCode ?? 400;
  void reply.code(status).send(errorBody(CODES.parameter, error.message, status));
}

function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.originalUrl.split("?", 1)[0];
  return reply
    .code(404)
    .send(errorBody(CODES.notFound, `The requested resource ${path} was not found`, 404));
}

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
