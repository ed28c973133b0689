import * as z from "zod/mini";

import { endpoint } from "./endpoint.ts";
import { partState } from "./health.ts";

const exchangeState = z.object({
  service: z.string(),
  state: partState,
  isDraining: z.boolean(),
  calls: z.number(),
});
export type ExchangeState = z.output<typeof exchangeState>;

export const healthLive = endpoint("GET /health/live", {
  id: "healthLive",
  summary: "Health check of the process",
  access: { type: "public" },
  answer: z.object({ status: z.literal("live") }),
});

/** The reason why a load balancer should send no requests to this server. */
const notReadyReason = z.enum(["draining", "database", "disk", "clock"]);
export type NotReadyReason = z.output<typeof notReadyReason>;

export const healthReady = endpoint("GET /health/ready", {
  id: "healthReady",
  summary:
    "Readiness of this server. 503 while it drains, or while its database, disk or clock has a fault",
  access: { type: "public" },
  answer: z.object({
    status: z.enum(["ready", "not_ready"]),
    reasons: z.array(notReadyReason),
  }),
});

export const healthParts = endpoint("GET /health/parts", {
  id: "healthParts",
  summary: "The state of the parts that calls need; 503 when a part is down",
  access: { type: "public" },
  answer: z.object({
    status: z.enum(["ready", "not_ready"]),
    parts: z.object({
      database: partState,
      telephony: partState,
      realtime: partState,
      /** `down`: the disk is full, and calls cannot be stored. */
      disk: partState,
    }),
    /** Absent at a site with one exchange. */
    exchanges: z.optional(z.array(exchangeState)),
  }),
});
