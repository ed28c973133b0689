import type { TwimlDocument } from "../../calls/playback/twiml-document.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import type { DocumentScope } from "../document/verb.ts";

export interface DialResult {
  params: WebhookParams;
  /** The room was not entered: the next verb runs and no action is asked. */
  isSkipped?: boolean;
  /** A far end has transferred its partner, and no action is asked; a caller goes on with this. */
  handedOver?: { document: TwimlDocument | null };
}

export interface DialScope {
  scope: DocumentScope;
  progress: DialResult;
}
