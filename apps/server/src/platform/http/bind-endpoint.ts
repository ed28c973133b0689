import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";

import type { Endpoint, EndpointAnswer } from "@linedesk/contract";
import { ApiCall, readKey, type FindRole } from "./api-call.ts";
import { ApiError } from "./errors.ts";
import type { Session, SessionGuard } from "./session-guard.ts";
import { findUnstorablePath } from "./unstorable-path.ts";

export interface BindDeps {
  findRole: FindRole;
  guard: SessionGuard;
  /** Every endpoint that is served; OpenAPI is made from it. */
  endpoints: Endpoint[];
  /** Compare each answer with the contract: in development and tests, not in production. */
  checkAnswers: boolean;
  /** More than any other body of the contract, for one that carries a file. */
  bodyLimitBytes?: number;
}

export type Handler<E extends Endpoint> = (call: ApiCall<E>) => Promise<EndpointAnswer<E>>;

/**
 * Serves one endpoint of the contract: checks session, CSRF, input and permission in this order,
 * calls the handler, and answers what it returns as JSON.
 */
export function bindEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  deps: BindDeps,
): void {
  deps.endpoints.push(endpoint);
  app.route({
    method: endpoint.method,
    ...(deps.bodyLimitBytes === undefined ? {} : { bodyLimit: deps.bodyLimitBytes }),
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    handler: async (request, reply) => {
      const call = await createApiCall(endpoint, { request, reply }, deps);
      const answer = await handler(call);
      if (deps.checkAnswers) {
        checkAnswer(endpoint, answer);
        checkRight(endpoint, call);
      }
      return answer;
    },
  });
}

interface RequestAndReply {
  request: FastifyRequest;
  reply: FastifyReply;
}

async function createApiCall<E extends Endpoint>(
  endpoint: E,
  { request, reply }: RequestAndReply,
  deps: BindDeps,
): Promise<ApiCall<E>> {
  // The answers are about people who call: no cache on the way may keep them.
  void reply.header("cache-control", "no-store");
  const session = await authenticateRequest(endpoint, request, deps.guard);
  const input = parseInput(endpoint, request);
  const call = new ApiCall<E>({ request, reply, ...input, session, findRole: deps.findRole });
  if (endpoint.access.type === "permission") {
    await call.requirePermission(readStationId(input), endpoint.access.permission);
  }
  return call;
}

async function authenticateRequest(
  endpoint: Endpoint,
  request: FastifyRequest,
  guard: SessionGuard,
): Promise<Session | null> {
  const { access } = endpoint;
  const isKeyed = access.type === "session" && access.orKey === true && readKey(request) !== null;
  if (access.type === "key" && readKey(request) === null) {
    throw new ApiError("not_signed_in", "Show a key: `Authorization: Bearer {key}`.");
  }
  // Whose key it is, the handler asks.
  if (access.type === "public" || access.type === "key" || isKeyed) {
    return null;
  }
  const session = await guard.requireSession(request);
  if (endpoint.method !== "GET") {
    await guard.requireCsrf(request);
  }
  return session;
}

function parseInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): Pick<ApiCall<E>, "params" | "query" | "body"> {
  return {
    params: parsePart(endpoint.params, request.params) as ApiCall<E>["params"],
    query: parsePart(endpoint.query, request.query) as ApiCall<E>["query"],
    body: parsePart(endpoint.body, request.body ?? {}) as ApiCall<E>["body"],
  };
}

function parsePart(schema: Endpoint["body"], value: unknown): unknown {
  if (schema === undefined) {
    return undefined;
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) {
    return requireStorable(parsed.data);
  }
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    fields[issue.path.join(".") || "."] ??= issue.message;
  }
  const names = Object.keys(fields).join(", ");
  throw new ApiError("bad_request", `Not as it should be: ${names}.`, { fields });
}

/** What the contract leaves open, the database does not: it would fail, and we with it. */
function requireStorable(value: unknown): unknown {
  const path = findUnstorablePath(value);
  if (path === null) {
    return value;
  }
  const fields = { [path]: "has characters that cannot be kept" };
  throw new ApiError("bad_request", `Not as it should be: ${path}.`, { fields });
}

const station = z.object({ station: z.uuid() });
const stationInPath = z.object({ id: z.uuid() });

/** The station that a permission is asked for: in the query or body, else the path's id. */
function readStationId(input: { params: unknown; query: unknown; body: unknown }): string {
  for (const part of [input.query, input.body]) {
    const named = station.safeParse(part);
    if (named.success) {
      return named.data.station;
    }
  }
  return stationInPath.parse(input.params).id;
}

/** [RL20] An answer about a thing whose station nobody asked about would be open to everybody. */
function checkRight(endpoint: Endpoint, { isRightChecked }: { isRightChecked: boolean }): void {
  if (endpoint.access.type === "thing" && !isRightChecked) {
    throw new Error(`${endpoint.id} answers without the right that its contract names`);
  }
}

function checkAnswer(endpoint: Endpoint, answer: unknown): void {
  const checked = z.safeParse(endpoint.answer, answer);
  if (checked.success) {
    return;
  }
  throw new Error(`${endpoint.id} answers other than its contract: ${checked.error.message}`);
}
