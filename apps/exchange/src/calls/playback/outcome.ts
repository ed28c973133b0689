import type { WebhookRequest } from "../../webhooks/webhook-request.ts";
import type { TwimlDocument } from "./twiml-document.ts";

export const DOCUMENT_PURPOSES = ["program", "queue", "room", "hold", "prompt"] as const;
export type DocumentPurpose = (typeof DOCUMENT_PURPOSES)[number];

export type Outcome =
  | { type: "next" }
  | { type: "goto"; request: WebhookRequest }
  /** Goes on with a document that is there already; null where it could not be had. */
  | { type: "document"; document: TwimlDocument | null }
  | { type: "end" }
  | { type: "leave" };

export const NEXT: Outcome = { type: "next" };
