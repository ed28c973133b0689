import { randomUUID } from "node:crypto";

import * as z from "zod";

import type { ClusterMessage } from "@linedesk/hub";

/** PostgreSQL refuses a notification of 8,000 bytes. */
const MAX_NOTICE_BYTES = 7_500;
/**
 * The longest message: an event of 10 KB with every character escaped, and 100 names of channels.
 */
const MAX_BODY_BYTES = 128 * 1024;

const text = z.string();
const member = { channel: text, position: z.number(), userId: text };
const message = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("event"),
    channels: z.array(text),
    name: text,
    data: text,
    socketId: text.optional(),
  }),
  z.object({
    type: z.literal("client_event"),
    channel: text,
    name: text,
    data: text,
    userId: text.optional(),
  }),
  z.object({ type: z.literal("user_terminated"), userId: text }),
  z.object({
    type: z.literal("user_granted"),
    socketId: text,
    userId: text,
    userInfo: z.unknown(),
  }),
  z.object({ type: z.literal("member_added"), ...member, userInfo: z.unknown(), socketId: text }),
  z.object({ type: z.literal("member_removed"), ...member }),
]) satisfies z.ZodType<ClusterMessage>;

const notice = z.object({
  /** The server that published it; the database itself publishes changes of members. */
  from: text.optional(),
  /** The message, or the row that has it, or neither when only the arrival matters. */
  message: message.optional(),
  row: z.uuid().optional(),
  /** Makes notices differ, because the database drops a repetition within a transaction. */
  number: z.number().optional(),
});

export type HubNotice = z.output<typeof notice>;

export interface EncodedNotice {
  notice: string;
  /** The row that the notice names, for a message that is too long for a notification. */
  stored: { id: string; body: string } | null;
}

/** The message is too long even for a row. */
export class LongMessageError extends Error {
  override name = "LongMessageError";
  readonly code = "long_message";
}

export function encodeNotice(
  source: { from: string; number: number },
  published: ClusterMessage | null,
): EncodedNotice {
  const whole = JSON.stringify({ ...source, message: published ?? undefined });
  if (Buffer.byteLength(whole) <= MAX_NOTICE_BYTES) {
    return { notice: whole, stored: null };
  }
  const body = JSON.stringify(published);
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) {
    throw new LongMessageError(`A message of the hub may have at most ${MAX_BODY_BYTES} bytes`);
  }
  const id = randomUUID();
  return { notice: JSON.stringify({ ...source, row: id }), stored: { id, body } };
}

/** Throws for a notice that no server of this release sends. */
export function decodeNotice(payload: string): HubNotice {
  return notice.parse(JSON.parse(payload));
}

export function decodeBody(body: string): ClusterMessage {
  return message.parse(JSON.parse(body));
}
