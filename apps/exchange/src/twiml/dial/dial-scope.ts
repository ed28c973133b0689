import type { TwimlDocument } from "../../calls/playback/twiml-document.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import type { DocumentScope } from "../document/verb.ts";

export interface DialResult {
  params: WebhookParams;
  /** The call did not enter the room: the next verb runs, and no action is requested. */
  isSkipped?: boolean;
  /** A far end transferred its partner: no action is requested; a caller continues with this. */
  handedOver?: { document: TwimlDocument | null };
}

export interface DialScope {
  scope: DocumentScope;
  progress: DialResult;
}
