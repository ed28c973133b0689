import * as z from "zod/mini";

import { promotionState } from "../people/prizes.ts";
import { cleaned } from "../platform/clean-name.ts";
import { endpoint } from "../platform/endpoint.ts";

const access = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });
const integrationId = z.object({ id: z.uuid(), integration: z.uuid() });
const name = z.string().check(cleaned(), z.minLength(1), z.maxLength(100));
const url = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000));

/** A webhook sends events. A `now_playing` integration receives the current title. */
export const integrationKind = z.enum(["webhook", "now_playing"]);
export type IntegrationKind = z.output<typeof integrationKind>;

export const webhookEvents = [
  "call.arrived",
  "call.answered",
  "call.on_air",
  "call.ended",
  "win.recorded",
  "win.changed",
  "chat.sent",
] as const;
const webhookEvent = z.enum(webhookEvents);
export type WebhookEventName = z.output<typeof webhookEvent>;

const events = z.array(webhookEvent).check(z.maxLength(webhookEvents.length));
/**
 * Only a person who sees full numbers may set this field. When it is absent, the setting stays
 * unchanged.
 */
const wholeNumbers = z.optional(z.boolean());

export const integration = z.object({
  id: z.uuid(),
  kind: integrationKind,
  name: z.string(),
  /** The address of a webhook; `null` for an input. */
  url: z.nullable(z.string()),
  events: z.array(webhookEvent),
  /** Is true when the webhook gets callers' full numbers although the station masks them. */
  wholeNumbers: z.boolean(),
  state: z.enum(["on", "off", "failing", "failed"]),
  failingSince: z.nullable(z.string()),
  /** Deliveries that have not succeeded yet. */
  waiting: z.number(),
  createdAt: z.string(),
  /** Changes with every edit. An edit names the version that the person saw. */
  version: z.number(),
});
export type Integration = z.output<typeof integration>;

/** The secret is only in the response that creates or replaces it. */
const withSecret = z.object({ integration, secret: z.string() });

export const integrationDelivery = z.object({
  /** The `webhook-id`, which is the same at each attempt. */
  id: z.uuid(),
  event: z.string(),
  at: z.string(),
  state: z.enum(["waiting", "delivered", "given_up"]),
  attempts: z.number(),
  triedAt: z.nullable(z.string()),
  /** The time of the next attempt while the delivery waits. */
  nextAt: z.nullable(z.string()),
  /** The receiver's last HTTP status; `null` when it did not answer. */
  status: z.nullable(z.number()),
  /** The reason why the last attempt failed. */
  error: z.nullable(z.string()),
});
export type IntegrationDelivery = z.output<typeof integrationDelivery>;

export const listIntegrations = endpoint("GET /admin/{id}/integrations", {
  id: "listIntegrations",
  summary: "The webhooks and inputs of a station, and the promotion system",
  access,
  params: stationId,
  answer: z.object({
    items: z.array(integration),
    nextCursor: z.nullable(z.string()),
    /** Is true when the station masks callers' numbers, in webhooks too. */
    masksNumbers: z.boolean(),
    /** The outside promotion system. Its state shows whether one is configured. */
    promotion: z.object({
      host: z.nullable(z.string()),
      state: promotionState,
      /** Present if the system was set in the admin area; absent if the configuration sets it. */
      chosen: z.optional(z.object({ url: z.string() })),
    }),
  }),
});

export const addIntegration = endpoint("POST /admin/{id}/integrations", {
  id: "addIntegration",
  summary: "Add a webhook or an input. Only this response contains its secret",
  access,
  params: stationId,
  body: z.object({ kind: integrationKind, name, url: z.nullable(url), events, wholeNumbers }),
  answer: withSecret,
  errors: ["conflict"],
});

export const readIntegration = endpoint("GET /admin/{id}/integrations/{integration}", {
  id: "readIntegration",
  summary: "One integration",
  access,
  params: integrationId,
  answer: z.object({ integration }),
  errors: ["not_found"],
});

export const changeIntegration = endpoint("PUT /admin/{id}/integrations/{integration}", {
  id: "changeIntegration",
  summary:
    "Change, enable or disable an integration. The server refuses if another person has changed it meanwhile",
  access,
  params: integrationId,
  body: z.object({
    version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
    name,
    url: z.nullable(url),
    events,
    wholeNumbers,
    enabled: z.boolean(),
  }),
  answer: z.object({ integration }),
  errors: ["not_found", "conflict"],
});

export const removeIntegration = endpoint("DELETE /admin/{id}/integrations/{integration}", {
  id: "removeIntegration",
  summary: "Remove an integration with its deliveries",
  access,
  params: integrationId,
  answer: z.object({ removed: z.uuid() }),
  errors: ["not_found"],
});

export const renewIntegrationSecret = endpoint(
  "POST /admin/{id}/integrations/{integration}/secret",
  {
    id: "renewIntegrationSecret",
    summary: "Replace the secret of an integration; the previous secret is no longer valid",
    access,
    params: integrationId,
    answer: withSecret,
    errors: ["not_found"],
  },
);

export const testIntegration = endpoint("POST /admin/{id}/integrations/{integration}/test", {
  id: "testIntegration",
  summary: "Send a test event",
  access,
  params: integrationId,
  answer: z.object({ delivery: integrationDelivery }),
  errors: ["not_found", "conflict"],
});

export const listDeliveries = endpoint("GET /admin/{id}/integrations/{integration}/deliveries", {
  id: "listDeliveries",
  summary: "The deliveries of an integration, sent and waiting, newest first",
  access,
  params: integrationId,
  query: z.object({
    cursor: z.optional(z.string().check(z.maxLength(100))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  answer: z.object({ items: z.array(integrationDelivery), nextCursor: z.nullable(z.string()) }),
  errors: ["not_found"],
});

export const resendDelivery = endpoint(
  "POST /admin/{id}/integrations/{integration}/deliveries/{delivery}/resend",
  {
    id: "resendDelivery",
    summary: "Send a delivery again, with the same `webhook-id`",
    access,
    params: z.object({ id: z.uuid(), integration: z.uuid(), delivery: z.uuid() }),
    answer: z.object({ delivery: integrationDelivery }),
    errors: ["not_found", "conflict"],
  },
);

/**
 * The result of a test request to an outside promotion system. The request changes nothing there.
 */
export const promotionTrial = z.enum(["answers", "refuses", "silent"]);
export type PromotionTrial = z.output<typeof promotionTrial>;

const ownerAccess = { type: "permission", permission: "own" } as const;

export const setPromotionSystem = endpoint("PUT /admin/{id}/promotion", {
  id: "setPromotionSystem",
  summary: "Send the wins of all stations to an outside promotion system that answers a test",
  access: ownerAccess,
  params: stationId,
  body: z.object({
    url,
    /** The secret; `null` keeps the current one. */
    secret: z.nullable(z.string().check(z.minLength(16), z.maxLength(200))),
    anyway: z.boolean(),
  }),
  answer: z.object({ saved: z.boolean(), trial: promotionTrial }),
  errors: ["conflict"],
});

export const removePromotionSystem = endpoint("DELETE /admin/{id}/promotion", {
  id: "removePromotionSystem",
  summary: "Use the built-in registry in place of the outside promotion system",
  access: ownerAccess,
  params: stationId,
  answer: z.object({ removed: z.boolean() }),
  errors: ["not_found", "conflict"],
});
