import type { TwimlDocument } from "../../calls/playback/twiml-document.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import type { DocumentScope } from "../document/verb.ts";

/** How a Dial went, as its action learns it. */
export interface DialResult {
  params: WebhookParams;
  /** The room was not entered: the next verb runs and no action is asked. */
  isSkipped?: boolean;
  /** A far end has transferred its partner, and no action is asked; a caller goes on with this. */
  handedOver?: { document: TwimlDocument | null };
}

/** What a Dial works with, whatever it dials. */
export interface DialScope {
  scope: DocumentScope;
  progress: DialResult;
}
