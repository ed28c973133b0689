import { TWILIO_CODES } from "@linedesk/base";
import { voiceParams } from "../../calls/live/voice-params.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import type { WebhookParams, WebhookRequest } from "../../webhooks/webhook-request.ts";
import { parseMethod } from "./attributes.ts";
import { resolveUrl } from "./fetch-document.ts";
import type { VerbScope } from "./verb.ts";

export function buildActionRequest(
  element: Element,
  scope: VerbScope,
  params: WebhookParams,
): WebhookRequest | null {
  const { action } = element.attributes;
  const url = action === undefined ? null : resolveUrl(action, scope.document);
  return url ? { url, method: parseMethod(element), params } : null;
}

/**
 * Without an action, returns a request to the URL of the document. Returns `null` without any URL.
 */
export function buildActionOrDocumentRequest(
  element: Element,
  scope: VerbScope,
  params: WebhookParams,
): WebhookRequest | null {
  const { action = "" } = element.attributes;
  const { url } = scope.document;
  if (action.trim() !== "") {
    return buildActionRequest(element, scope, params);
  }
  if (url !== null) {
    return { url, method: parseMethod(element), params };
  }
  const message = "the verb has no action, and its document has no URL";
  scope.call.logError(element.name, { errorCode: TWILIO_CODES.INVALID_URL, message });
  return null;
}

/**
 * Requests the verb's action and ignores the response, because the call no longer runs the verb.
 */
export function sendActionCallback(
  element: Element,
  scope: VerbScope<"webhooks">,
  params: WebhookParams,
): void {
  const request = buildActionRequest(element, scope, params);
  if (request) {
    sendCallback(request, scope);
  }
}

export function sendCallback(
  request: WebhookRequest,
  { call, services }: VerbScope<"webhooks">,
): void {
  services.webhooks.outbox.send({
    ...request,
    params: { ...voiceParams(call), ...request.params },
    orderKey: call.sid,
  });
}
