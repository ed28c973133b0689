import { NEXT, type Outcome } from "../../calls/playback/outcome.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { buildActionRequest, sendActionCallback } from "../document/action-request.ts";
import type { VerbScope } from "../document/verb.ts";

export interface QueueExitScope {
  element: Element;
  scope: VerbScope<"clock" | "calls" | "webhooks" | "documents">;
  params: WebhookParams;
}

/**
 * Requests the action and ignores the response, because the call has ended or runs another program.
 */
export function notifyAction({ element, scope, params }: QueueExitScope, result: string): void {
  sendActionCallback(element, scope, { ...params, QueueResult: result });
}

export function continueAfterQueue(
  { element, scope, params }: QueueExitScope,
  result: string,
): Outcome {
  const request = buildActionRequest(element, scope, { ...params, QueueResult: result });
  return request ? { type: "goto", request } : NEXT;
}
