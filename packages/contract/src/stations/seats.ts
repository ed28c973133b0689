import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { role } from "../platform/roles.ts";

const stationId = z.object({ id: z.uuid() });

/** For each device line, true if its softphone can be reached. */
export const seatLines = z.object({ line1: z.boolean(), line2: z.boolean() });

/**
 * The state of a member's desk, as the desk's heartbeats report it. The presence channel lists
 * members.
 */
export const seat = z.object({
  user: z.uuid(),
  /**
   * Is true when the tab has sent no heartbeat for a while, because the tab or its machine sleeps.
   */
  asleep: z.boolean(),
  lines: seatLines,
});
export type Seat = z.output<typeof seat>;

const seatList = z.object({ items: z.array(seat), nextCursor: z.nullable(z.string()) });

export const listSeats = endpoint("GET /station/{id}/seats", {
  id: "listSeats",
  summary: "The recently used seats, asleep or not",
  access: { type: "permission", permission: "screen" },
  params: stationId,
  answer: seatList,
});

export const sendHeartbeat = endpoint("POST /station/{id}/seats", {
  id: "sendHeartbeat",
  summary: "Send the heartbeat of my desk with its lines. The response contains all seats",
  access: { type: "permission", permission: "screen" },
  params: stationId,
  body: z.object({ lines: seatLines }),
  /** `beatEveryMs`: the server expects the next heartbeats at this interval. */
  answer: z.object({
    ...seatList.shape,
    beatEveryMs: z.optional(z.int().check(z.minimum(1_000), z.maximum(60_000))),
  }),
});

/** An event on `presence-station-{id}` about the seats; it has no `seq`. */
export const seatEvent = z.object({ type: z.literal("seat.changed"), seat });
export type SeatEvent = z.output<typeof seatEvent>;

/** The data of a member of `presence-station-{id}`, signed by the server. */
export const seatMember = z.object({ name: z.string(), role });
