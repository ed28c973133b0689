import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";

import type { Db } from "../../platform/db/database.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { findUnstorablePath } from "../../platform/http/unstorable-path.ts";
import { WEBHOOK_PATH } from "../../platform/http/webhook-path.ts";
import type { ServiceSet } from "../service-set.ts";
import { listAuthTokens, type TelephonyService } from "../telephony-service.ts";
import { isSignatureValid } from "../twilio-client.ts";
import { SERVICE_PARAMETER } from "../voice-urls.ts";
import { hasReceipt, insertReceipts } from "./receipt-store.ts";
import type { WebhookSenders } from "./webhook-senders.ts";

export interface WebhookDeps {
  db: Db;
  services: ServiceSet<TelephonyService>;
  senders: WebhookSenders;
}

type Params = Record<string, string | string[]>;
const formBody = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** The limit is above any request of the service, and limits the cost of other senders. */
const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_PARAMS = 500;

/**
 * Throws for a request without a signature or over the limit of its address, before its body is
 * read. `readSigned` verifies the signature, which covers the body.
 */
async function requireSignatureHeader(deps: WebhookDeps, request: FastifyRequest): Promise<void> {
  if (!deps.senders.mayPost(request.ip)) {
    throw new ApiError("unsigned_too_often");
  }
  if (typeof request.headers["x-twilio-signature"] !== "string") {
    throw unsigned();
  }
}

function unsigned(): ApiError {
  return new ApiError("signature_missing");
}

function routeOptions(deps: WebhookDeps) {
  return {
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest: (request: FastifyRequest) => requireSignatureHeader(deps, request),
  };
}

const serviceQuery = z.object({ [SERVICE_PARAMETER]: z.string().optional() });

/** Returns the service that the address names, or the first one. The signature covers the name. */
function readService({ services }: WebhookDeps, request: FastifyRequest): TelephonyService {
  const named = serviceQuery.safeParse(request.query).data?.[SERVICE_PARAMETER];
  const found = named === undefined ? services.first : services.find(named);
  if (found === null) {
    throw unsigned();
  }
  return found;
}

interface SignedRequest {
  params: Params;
  at: TelephonyService;
}

/**
 * Returns the parameters of a request that its telephony service signed. Throws for any other
 * request.
 */
async function readSigned(deps: WebhookDeps, request: FastifyRequest): Promise<SignedRequest> {
  const at = readService(deps, request);
  const body = request.body as object | null;
  if (Object.keys(body ?? {}).length > MAX_PARAMS) {
    throw unsigned();
  }
  const params = formBody.safeParse({ ...body });
  const signature = request.headers["x-twilio-signature"];
  const isOurs =
    params.success &&
    typeof signature === "string" &&
    (await isSignatureValid(listAuthTokens(at), {
      url: at.urls.requestUrl(request.raw.url ?? ""),
      signature,
      params: params.data,
    }));
  if (!isOurs) {
    throw unsigned();
  }
  deps.senders.noteSigned(request.ip);
  const unstorable = findUnstorablePath(params.data);
  if (unstorable !== null) {
    throw new ApiError("text_unstorable");
  }
  return { params: params.data, at };
}

/** The facts about a webhook beside its parameters. */
export interface WebhookRequest {
  query: unknown;
  /** The telephony service that sent it. */
  at: TelephonyService;
}

function answerXml(reply: FastifyReply, twiml: string): FastifyReply {
  return reply.header("content-type", "text/xml; charset=utf-8").send(twiml);
}

export function parseParams<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    return parsed.data;
  }
  const names = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
  throw new ApiError({ reason: "fields_wrong", params: { fields: names } });
}

export function onTwimlRequest<S extends z.ZodType>(
  app: FastifyInstance,
  at: { deps: WebhookDeps; name: string; schema: S },
  answer: (params: z.output<S>, request: WebhookRequest) => Promise<string>,
): void {
  app.post(`${WEBHOOK_PATH}${at.name}`, routeOptions(at.deps), async (request, reply) => {
    const signed = await readSigned(at.deps, request);
    const twiml = await answer(parseParams(at.schema, signed.params), {
      query: request.query,
      at: signed.at,
    });
    return answerXml(reply, twiml);
  });
}

/** Serves a webhook that only reports an event. A repeated delivery is processed once. */
export function onStatusCallback<S extends z.ZodType>(
  app: FastifyInstance,
  at: { deps: WebhookDeps; name: string; schema: S },
  take: (params: z.output<S>, request: WebhookRequest) => Promise<void>,
): void {
  app.post(`${WEBHOOK_PATH}${at.name}`, routeOptions(at.deps), async (request, reply) => {
    const { params, at: service } = await readSigned(at.deps, request);
    const event = parseParams(at.schema, params);
    const header = request.headers["i-twilio-idempotency-token"];
    const token = typeof header === "string" ? header : null;
    await processOnce(at.deps.db, { token, params }, () =>
      take(event, { query: request.query, at: service }),
    );
    return reply.status(204).send();
  });
}

interface WebhookDelivery {
  /** `I-Twilio-Idempotency-Token`: the same on a retry. */
  token: string | null;
  params: Record<string, string | string[]>;
}

function text(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : (value?.[0] ?? "");
}

/**
 * Returns keys that are the same for equal deliveries: the token, or the number of the event in its
 * call or room.
 */
function deliveryKeys({ token, params }: WebhookDelivery): string[] {
  const keys = token === null ? [] : [`token:${token.slice(0, 200)}`];
  const sequence = text(params["SequenceNumber"]);
  if (sequence === "") {
    return keys;
  }
  const about = text(params["ConferenceSid"]) || text(params["CallSid"]);
  const what = text(params["StatusCallbackEvent"]) || text(params["CallStatus"]);
  return [...keys, `event:${about.slice(0, 40)}:${sequence.slice(0, 12)}:${what.slice(0, 40)}`];
}

/**
 * Processes a delivery once. It is marked as done only afterwards, so that a failed delivery is
 * processed when it is repeated. The work itself may run twice without harm.
 */
async function processOnce(db: Db, delivery: WebhookDelivery, work: () => Promise<void>) {
  const keys = deliveryKeys(delivery);
  if (keys.length > 0 && (await hasReceipt(db, keys))) {
    return;
  }
  await work();
  await insertReceipts(db, keys);
}
