import * as z from "zod";

/** One heartbeat of a part, as reported to the supervisor. */
export interface Beat {
  /** The number of heartbeats of this process; for the database, of answered queries. */
  beats: number;
  /** The longest delay of the event loop since the previous heartbeat. */
  delayMs: number;
  facts: { calls: number; media: { ticks: number; thread: number | null } | null } | null;
  /** Is true while the part waits for a migration of the database. */
  isMigrating?: boolean | undefined;
  /** Is true for a successor that has loaded, and waits for the end of the running process. */
  isLoaded?: boolean | undefined;
}

export interface Heartbeat {
  /** The newest heartbeat; `null` before the first. */
  readonly newest: Beat | null;
  /** Is false when heartbeats cannot arrive any more, which does not prove that the part hangs. */
  readonly isOpen: boolean;
  /** Resolves with the JavaScript stack of a thread of the part; `null` when there is none. */
  takeStack(thread: StackThread): Promise<string | null>;
  close(): void;
}

const count = z.number().int().nonnegative();

const beat = z.object({
  type: z.literal("beat"),
  beats: count,
  delayMs: z.number(),
  facts: z
    .object({
      calls: count,
      media: z.object({ ticks: z.number().int(), thread: count.nullable() }).nullable(),
    })
    .nullable(),
  isMigrating: z.boolean().optional(),
  isLoaded: z.boolean().optional(),
});

const stack = z.object({ type: z.literal("stack"), text: z.string() });

const line = z.discriminatedUnion("type", [beat, stack]);

/** A line that a part writes to its supervisor. */
export type HeartbeatLine = z.output<typeof line>;

/**
 * The name of a thread. It is also the line with which the supervisor requests the stack of the
 * thread.
 */
export type StackThread = z.output<typeof stackThread>;

export const stackThread = z.enum(["main", "media-worker"]);

export const HEARTBEAT_FD = 3;

/** Returns `null` for text that is not one of our lines. */
export function parseHeartbeatLine(text: string): HeartbeatLine | null {
  try {
    const parsed = line.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
