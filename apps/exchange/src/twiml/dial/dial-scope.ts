import type { TwimlDocument } from "../../calls/playback/twiml-document.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import type { DocumentScope } from "../document/verb.ts";

export interface DialResult {
  params: WebhookParams;
  /** The call did not enter the conference: the next verb runs, and no action is requested. */
  isSkipped?: boolean;
  /**
   * A far end has transferred its partner, so no action is requested. If the partner is the caller,
   * the caller continues with this document.
   */
  handedOver?: { document: TwimlDocument | null };
}

export interface DialScope {
  scope: DocumentScope;
  progress: DialResult;
}
