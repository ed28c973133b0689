import * as z from "zod";

import {
  apiError,
  type Endpoint,
  type ErrorCode,
  errorStatus,
  type Reason,
} from "@linedesk/contract";
import { errorReasons, messages } from "../../../errors/describe-refusal.ts";
import { operationRules } from "./operation-rules.ts";

type Json = Record<string, unknown>;
type Schema = NonNullable<Endpoint["body"]>;

function jsonSchema(schema: Schema, io: "input" | "output"): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  void $schema;
  return rest;
}

function parameters(schema: Endpoint["query"], location: "path" | "query"): Json[] {
  if (schema === undefined) {
    return [];
  }
  const shape = z
    .object({
      properties: z.record(z.string(), z.unknown()).default({}),
      required: z.array(z.string()).default([]),
    })
    .parse(jsonSchema(schema, "input"));
  return Object.entries(shape.properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === "path" || shape.required.includes(name),
    schema: property,
  }));
}

const everyCall = ["bad_request", "internal_error", "rate_limited", "not_ready"] as const;
const behindSession = ["not_signed_in", "forbidden"] as const;

function listErrorCodes(endpoint: Endpoint): ErrorCode[] {
  return [
    ...everyCall,
    ...(endpoint.access.type === "public" ? [] : behindSession),
    ...(isOfSession(endpoint) && endpoint.method !== "GET" ? (["csrf_failed"] as const) : []),
    ...endpoint.errors,
  ];
}

function isOfSession({ access }: Endpoint): boolean {
  return access.type === "session" || access.type === "permission";
}

function errorAnswers(endpoint: Endpoint): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(listErrorCodes(endpoint))) {
    const status = errorStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(", "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

function requestBody(endpoint: Endpoint): Json {
  if (endpoint.body === undefined) {
    return {};
  }
  const schema = jsonSchema(endpoint.body, "input");
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}

function describeSecurity(endpoint: Endpoint): Json[] {
  if (endpoint.access.type === "public") {
    return [];
  }
  if (endpoint.access.type === "key") {
    return [{ key: [] }];
  }
  const { access, method } = endpoint;
  const isSafe = method === "GET" || (access.type === "session" && access.changesNothing === true);
  const session = isSafe ? { session: [] } : { session: [], csrf: [] };
  return access.type === "session" && access.orKey === true ? [session, { key: [] }] : [session];
}

/** Returns the rules that the schemas cannot express. */
function describeRules({ id }: Endpoint): Json {
  const rules = operationRules[id]?.map((reason) => ({ reason, message: messages[reason] })) ?? [];
  if (rules.length === 0) {
    return {};
  }
  const lines = rules.map(({ reason, message }) => `- ${reason}: ${message}`);
  return {
    description: ["Input of the right shape is refused with 400 for these reasons:", ...lines].join(
      "\n",
    ),
    "x-rules": rules,
  };
}

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...("permission" in endpoint.access ? { "x-permission": endpoint.access.permission } : {}),
    security: describeSecurity(endpoint),
    ...describeRules(endpoint),
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...requestBody(endpoint),
    responses: {
      "200": {
        description: "Done",
        content: { "application/json": { schema: jsonSchema(endpoint.answer, "output") } },
      },
      ...errorAnswers(endpoint),
    },
  };
}

/** Returns `x-reasons`: each value of `reason` with its code, parameters and message. */
function describeErrors(): Json {
  const reasons = Object.keys(errorReasons) as Reason[];
  const listed = reasons.map((reason) => {
    const [code, ...params] = errorReasons[reason];
    return [reason, { code, params, message: messages[reason] }];
  });
  return { ...jsonSchema(apiError, "output"), "x-reasons": Object.fromEntries(listed) };
}

export interface OpenApiOptions {
  version: string;
  /** The public address, if it is configured; otherwise the document names its own host. */
  publicUrl: string | null;
  sessionCookie: string;
  csrfHeader: string;
}

/** Returns the OpenAPI 3.1 document of the served endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[], options: OpenApiOptions): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = (paths[`/api${endpoint.path}`] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Linedesk", version: options.version },
    servers: [{ url: options.publicUrl ?? "/" }],
    paths,
    components: {
      schemas: { Error: describeErrors() },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: options.sessionCookie },
        csrf: { type: "apiKey", in: "header", name: options.csrfHeader },
        key: { type: "http", scheme: "bearer" },
      },
    },
  };
}
