import type { WebhookRequest } from "../../webhooks/webhook-request.ts";
import type { TwimlDocument } from "./twiml-document.ts";

export const DOCUMENT_PURPOSES = ["program", "queue", "room", "hold", "prompt"] as const;
export type DocumentPurpose = (typeof DOCUMENT_PURPOSES)[number];

export type Outcome =
  | { type: "next" }
  | { type: "goto"; request: WebhookRequest }
  /** Continues with a document that is available; `null` when the fetch failed. */
  | { type: "document"; document: TwimlDocument | null }
  | { type: "end" }
  | { type: "leave" };

export const NEXT: Outcome = { type: "next" };
