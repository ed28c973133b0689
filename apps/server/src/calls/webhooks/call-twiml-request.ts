import type { FastifyInstance } from "fastify";
import * as z from "zod";

import { ApiError } from "../../platform/http/errors.ts";
import {
  onStatusCallback,
  onTwimlRequest,
  parseParams,
  type WebhookDeps,
  type WebhookRequest,
} from "../../telephony/webhooks/webhook.ts";
import { CallNotFoundError } from "../change-call.ts";
import type { EventRoom } from "../legs/leg-events.ts";

interface CallWebhook<S extends z.ZodType> {
  deps: WebhookDeps;
  name: string;
  schema: S;
}

export function onCallTwimlRequest<S extends z.ZodType>(
  app: FastifyInstance,
  at: CallWebhook<S>,
  answer: (params: z.output<S>, request: WebhookRequest) => Promise<string>,
): void {
  onTwimlRequest(app, at, (params, request) => mapCallNotFound(answer(params, request)));
}

export function onCallStatusCallback<S extends z.ZodType>(
  app: FastifyInstance,
  at: CallWebhook<S>,
  take: (params: z.output<S>, request: WebhookRequest) => Promise<void>,
): void {
  onStatusCallback(app, at, (params, request) => mapCallNotFound(take(params, request)));
}

const callQuery = z.object({ call: z.uuid() });

export function readCallId(request: WebhookRequest): string {
  return parseParams(callQuery, request.query).call;
}

const roomQuery = z.object({ call: z.uuid(), conference: z.uuid() }).partial();

export function readEventRoom(request: WebhookRequest): EventRoom {
  return parseParams(roomQuery, request.query);
}

const conferenceQuery = z.object({ conference: z.uuid() });

export function readConferenceId(request: WebhookRequest): string {
  return parseParams(conferenceQuery, request.query).conference;
}

/**
 * A request for a call that does not exist is an error of the sender and not of the server.
 */
async function mapCallNotFound<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CallNotFoundError)) {
      throw error;
    }
    throw new ApiError("no_such_call", { cause: error });
  }
}
