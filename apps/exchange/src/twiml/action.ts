import { voiceParams } from "../calls/voice-params.ts";
import type { WebhookParams, WebhookRequest } from "../webhooks/webhook-request.ts";
import { methodOf } from "./attributes.ts";
import type { Element } from "./element.ts";
import { resolveUrl } from "./twiml-document.ts";
import type { VerbScope } from "./verb.ts";

/** The request of a verb's `action`, with what came of the verb; null where it has none. */
export function actionOf(
  element: Element,
  scope: VerbScope,
  params: WebhookParams,
): WebhookRequest | null {
  const { action } = element.attributes;
  const url = action === undefined ? null : resolveUrl(action, scope.document);
  return url ? { url, method: methodOf(element), params } : null;
}

/** Of a call that is over: the action is told, its answer has nobody to run it. */
export function tellAction(element: Element, scope: VerbScope, params: WebhookParams): void {
  const request = actionOf(element, scope, params);
  if (!request) return;
  scope.services.outbox.send({
    ...request,
    params: { ...voiceParams(scope.call), ...request.params },
    orderKey: scope.call.sid,
  });
}
