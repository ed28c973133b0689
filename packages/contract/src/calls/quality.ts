import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

const measure = z.number().check(z.minimum(0), z.maximum(1e9));
const epochMs = z.number().check(z.minimum(0), z.maximum(4e12));
const range = z.object({ average: measure, max: measure, min: measure });
const shortText = z.string().check(z.maxLength(200));

/** The measurements of one leg or a preflight test, in the voice SDK's own fields. */
export const qualityReport = z.object({
  callSid: z.nullable(z.string().check(z.maxLength(64))),
  edge: z.nullable(z.string().check(z.maxLength(64))),
  /** The measured ranges; `null` when there was no score. */
  stats: z.nullable(z.object({ jitter: range, mos: range, rtt: range })),
  testTiming: z.object({ start: epochMs, end: epochMs, duration: measure }),
  totals: z.object({
    bytesReceived: measure,
    bytesSent: measure,
    packetsLost: z.number().check(z.minimum(-1e9), z.maximum(1e9)),
    packetsLostFraction: z.number().check(z.minimum(-1_000), z.maximum(1_000)),
    packetsReceived: measure,
    packetsSent: measure,
  }),
  warnings: z
    .array(z.object({ name: shortText, description: z.string().check(z.maxLength(500)) }))
    .check(z.maxLength(100)),
  /** The SDK's own word. The console derives its words from the MOS. */
  callQuality: z.nullable(z.enum(["excellent", "great", "good", "fair", "degraded"])),
  isTurnRequired: z.boolean(),
});
export type QualityReport = z.output<typeof qualityReport>;

export const preflightOutcome = z.discriminatedUnion("status", [
  z.object({ status: z.literal("completed"), report: qualityReport }),
  z.object({
    status: z.literal("failed"),
    code: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(99_999))),
    message: z.string().check(z.maxLength(500)),
  }),
]);
export type PreflightOutcome = z.output<typeof preflightOutcome>;

export const storedPreflight = z.object({
  id: z.uuid(),
  at: z.string(),
  outcome: preflightOutcome,
});
export type StoredPreflight = z.output<typeof storedPreflight>;

export const reportPreflight = endpoint("POST /user/preflight", {
  id: "reportPreflight",
  summary: "Store a report of my preflight test; the server keeps my newest 50",
  access: { type: "session" },
  body: preflightOutcome,
  answer: storedPreflight,
});

export const listPreflights = endpoint("GET /user/preflight", {
  id: "listPreflights",
  summary: "My preflight reports, newest first",
  access: { type: "session" },
  query: z.object({
    cursor: z.optional(z.uuid()),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50))),
  }),
  answer: z.object({ items: z.array(storedPreflight), nextCursor: z.nullable(z.string()) }),
});
