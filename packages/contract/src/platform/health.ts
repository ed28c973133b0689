import * as z from "zod/mini";

import { endpoint } from "./endpoint.ts";

/** The state of a part that calls need. */
export const partState = z.enum(["up", "down"]);
export type PartState = z.output<typeof partState>;

export const healthLive = endpoint("GET /health/live", {
  id: "healthLive",
  summary: "Health check of the process",
  access: { type: "public" },
  answer: z.object({ status: z.literal("live") }),
});

export const healthReady = endpoint("GET /health/ready", {
  id: "healthReady",
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
  }),
});
