import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { z } from "zod";

import { type Clock, TWILIO_CODES } from "@linedesk/base";
import type { CallApi } from "../../../calls/placing/call-api.ts";
import { createRefusalLog } from "../requests/create-refusal-log.ts";
import { errorBody } from "../requests/error-body.ts";
import { drainRoutes, type DrainSwitch } from "./drain-routes.ts";
import type { InsightRepository } from "./insight-repository.ts";
import { qualityRoutes } from "./quality-routes.ts";
import { trunkRoutes, type TrunkSource } from "./trunk-routes.ts";

const BODY_BYTES = 262_144;

const eventSchema = z.object({
  group: z.string().max(100),
  name: z.string().max(100),
  payload: z.unknown(),
});

/** The schema of an event, or of each sample of a batch. */
const callSchema = z.object({ call_sid: z.string().regex(/^CA[0-9a-f]{32}$/) });

interface InsightAccess {
  isAuthorised: (authorization: string | undefined) => boolean;
  findIdentity: (token: string) => Promise<string | null>;
  isOriginAllowed: (origin: string | undefined) => boolean;
}

export interface InsightDeps {
  repository: InsightRepository;
  calls: Pick<CallApi, "find" | "stats">;
  access: InsightAccess;
  clock: Clock;
  logger: Logger;
  trunks: TrunkSource;
  drain: DrainSwitch;
  countCalls: () => number;
}

const KINDS = { "/v4/EndpointEvents": "event", "/v4/EndpointMetrics": "metrics" } as const;

/**
 * Before a page of another origin may post JSON with a token, the browser sends a preflight
 * request.
 */
const PREFLIGHT = {
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-allow-headers": "content-type, x-twilio-token",
  "access-control-max-age": "86400",
};

/** Receives the SDK's insights. The SDK reads no answer, so every post gets a success. */
export async function registerInsights(app: FastifyInstance, deps: InsightDeps): Promise<void> {
  await app.register(async (posts) => {
    posts.removeAllContentTypeParsers();
    const text = { parseAs: "string", bodyLimit: BODY_BYTES } as const;
    posts.addContentTypeParser("*", text, (_request, body, done) => done(null, body));
    posts.setErrorHandler(async (error, _request, reply) => {
      deps.logger.debug({ err: error }, "insights post unreadable");
      return await reply.code(200).send({});
    });
    posts.addHook("onRequest", async ({ headers: { origin } }, reply) => {
      void reply.header("vary", "Origin");
      if (origin !== undefined && deps.access.isOriginAllowed(origin)) {
        void reply.header("access-control-allow-origin", origin);
      }
    });
    for (const [url, kind] of Object.entries(KINDS)) {
      posts.options(url, async (_request, reply) => {
        if (reply.hasHeader("access-control-allow-origin")) {
          void reply.headers(PREFLIGHT);
        }
        return await reply.code(204).send();
      });
      posts.post(url, async (request, reply) => {
        await storePost(
          { kind, token: request.headers["x-twilio-token"], body: request.body },
          deps,
        );
        return await reply.code(200).send({});
      });
    }
  });
  inspectRoutes(app, deps);
}

function inspectRoutes(app: FastifyInstance, deps: InsightDeps): void {
  const logRefusal = createRefusalLog(deps.logger);
  app.register(async (inspect) => {
    inspect.addHook("onRequest", async (request, reply) => {
      if (deps.access.isAuthorised(request.headers.authorization)) {
        return undefined;
      }
      logRefusal(request, { status: 401 });
      return await reply.code(401).send(errorBody(TWILIO_CODES.AUTHENTICATE, "Authenticate", 401));
    });
    qualityRoutes(inspect, deps.calls);
    trunkRoutes(inspect, deps.trunks);
    drainRoutes(inspect, deps.drain, deps.countCalls);
    inspect.get<{ Params: { sid: string } }>("/inspect/calls/:sid/insights", async (request) => ({
      call_sid: request.params.sid,
      insights: deps.repository.list(request.params.sid),
    }));
  });
}

interface Post {
  kind: "event" | "metrics";
  token: unknown;
  body: unknown;
}

/** Stores a report only if the client reports about its own call. */
async function storePost({ kind, token, body }: Post, deps: InsightDeps): Promise<void> {
  const identity = typeof token === "string" ? await deps.access.findIdentity(token) : null;
  const parsed = identity === null ? null : eventSchema.safeParse(readJson(body));
  if (parsed?.success !== true) {
    return;
  }
  const { group, name, payload } = parsed.data;
  const callSid = readCallSid(payload);
  const call = callSid === null ? null : deps.calls.find(callSid);
  if (call === null || ![call.from, call.to].includes(`client:${identity}`)) {
    return;
  }
  const receivedAt = new Date(deps.clock.now());
  deps.repository.add(call.sid, { receivedAt, kind, group, name, payload });
}

function readJson(body: unknown): unknown {
  if (typeof body !== "string") {
    return null;
  }
  try {
    return JSON.parse(body) as unknown;
  } catch {
    // The body is not JSON. The SDK ignores errors, so none is sent.
    return null;
  }
}

function readCallSid(payload: unknown): string | null {
  const first: unknown = Array.isArray(payload) ? payload[0] : payload;
  const parsed = callSchema.safeParse(first);
  return parsed.success ? parsed.data.call_sid : null;
}
