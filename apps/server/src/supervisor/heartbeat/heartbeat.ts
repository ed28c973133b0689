import * as z from "zod";

/** One turn of a part's event loop, as the supervisor learns of it. */
export interface Beat {
  /** Counts the beats of this process; for the database, the questions that it answered. */
  beats: number;
  /** The longest delay of the event loop since the beat before. */
  delayMs: number;
  facts: { calls: number; media: { ticks: number; thread: number | null } | null } | null;
}

export interface Heartbeat {
  /** The newest beat; `null` before the first. */
  readonly newest: Beat | null;
  /** False when beats can no longer arrive, which says nothing about the part. */
  readonly isOpen: boolean;
  /** Resolves with the JavaScript stack of one of its threads; `null` where it gives none. */
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
});

const stack = z.object({ type: z.literal("stack"), text: z.string() });

const line = z.discriminatedUnion("type", [beat, stack]);

/** A line that a part writes to its supervisor. */
export type HeartbeatLine = z.output<typeof line>;

/** A thread by its name, which is also the line with which the supervisor asks for its stack. */
export type StackThread = z.output<typeof stackThread>;

export const stackThread = z.enum(["main", "media-worker"]);

export const HEARTBEAT_FD = 3;

/** Returns `null` for text that is no line of ours. */
export function parseHeartbeatLine(text: string): HeartbeatLine | null {
  try {
    const parsed = line.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
