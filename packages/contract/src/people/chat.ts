import * as z from "zod/mini";

import { callerNumberDisplay } from "../calls/caller-number.ts";
import { endpoint } from "../platform/endpoint.ts";

/**
 * The maximum number of characters of a message. In any script the message stays well below an
 * event's limit of 10 KB.
 */
export const MAX_CHAT_TEXT = 1_000;

export const chatPerson = z.object({ user: z.uuid(), name: z.string() });
export type ChatPerson = z.output<typeof chatPerson>;

export const chatCard = z.object({
  call: z.uuid(),
  name: z.nullable(z.string()),
  /** The number in readable form; "Private" when it is withheld. */
  numberDisplay: callerNumberDisplay,
  location: z.nullable(z.string()),
  /** The screener's note, shortened. */
  point: z.string(),
});
export type ChatCard = z.output<typeof chatCard>;

export const chatMessage = z.object({
  /** Numbers a station's messages without gaps, so that a missing message is noticed. */
  number: z.number(),
  /** The sender's key for the message. A retry has the same key. */
  key: z.uuid(),
  from: chatPerson,
  at: z.string(),
  text: z.string(),
  mentions: z.array(chatPerson),
  card: z.nullable(chatCard),
});
export type ChatMessage = z.output<typeof chatMessage>;

export const listChat = endpoint("GET /chat", {
  id: "listChat",
  summary: "Messages of a station, newest first",
  access: { type: "permission", permission: "screen" },
  query: z.object({
    station: z.uuid(),
    cursor: z.optional(z.string().check(z.maxLength(20))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  answer: z.object({
    items: z.array(chatMessage),
    nextCursor: z.nullable(z.string()),
    /** The server's time, because a console's clock may be wrong. */
    now: z.string(),
  }),
});

export const sendChat = endpoint("POST /chat", {
  id: "sendChat",
  summary: "Add a message; for a repeated key, the answer is the message that is already stored",
  access: { type: "permission", permission: "screen" },
  body: z.object({
    station: z.uuid(),
    key: z.uuid(),
    /** The text can be empty if the message has a card. */
    text: z.string().check(z.maxLength(MAX_CHAT_TEXT)),
    call: z.optional(z.uuid()),
  }),
  answer: z.object({ message: chatMessage }),
  errors: ["not_found", "conflict", "rate_limited"],
});

export const typeChat = endpoint("POST /chat/typing", {
  id: "typeChat",
  summary: "Report that I am typing a message; the console repeats it every few seconds",
  access: { type: "permission", permission: "screen" },
  body: z.object({ station: z.uuid() }),
  answer: z.object({}),
});

export const listChatPeople = endpoint("GET /chat/people", {
  id: "listChatPeople",
  summary: "The members of the station who can be mentioned, by name",
  access: { type: "permission", permission: "screen" },
  query: z.object({ station: z.uuid() }),
  answer: z.object({ items: z.array(chatPerson), nextCursor: z.nullable(z.string()) }),
});
