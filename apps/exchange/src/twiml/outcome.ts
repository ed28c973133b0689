import type { WebhookRequest } from "../webhooks/webhook-request.ts";

/** What a document is for decides which verbs it may have. */
export type Place = "program" | "queue" | "room" | "hold" | "whisper" | "prompt";

export type Outcome =
  | { type: "next" }
  | { type: "goto"; request: WebhookRequest }
  /** The call is to end. */
  | { type: "end" }
  /** `<Leave>`: out of the queue, on with the verb after `<Enqueue>`. */
  | { type: "leave" };

export const NEXT: Outcome = { type: "next" };
