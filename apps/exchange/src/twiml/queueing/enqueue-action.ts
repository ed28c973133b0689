import { voiceParams } from "../../calls/voice-params.ts";
import type { WebhookParams, WebhookRequest } from "../../webhooks/webhook-request.ts";
import { methodOf } from "../attributes.ts";
import type { Element } from "../element.ts";
import { NEXT, type Outcome } from "../outcome.ts";
import { resolveUrl } from "../twiml-document.ts";
import type { VerbScope } from "../verb.ts";

/** An `<Enqueue>` that is over, and what its action is told beside the result. */
export interface Leaving {
  element: Element;
  scope: VerbScope;
  params: WebhookParams;
}

/** Nobody runs the answer: the call has ended, or runs something else. */
export function notifyAction(leaving: Leaving, result: string): void {
  const request = actionOf(leaving, result);
  if (!request) return;
  const { call, services } = leaving.scope;
  services.outbox.send({
    ...request,
    params: { ...voiceParams(call), ...request.params },
    orderKey: call.sid,
  });
}

/** The call goes on at the action, or with the next verb. */
export function goOn(leaving: Leaving, result: string): Outcome {
  const request = actionOf(leaving, result);
  return request ? { type: "goto", request } : NEXT;
}

function actionOf({ element, scope, params }: Leaving, result: string): WebhookRequest | null {
  const { action } = element.attributes;
  const url = action === undefined ? null : resolveUrl(action, scope.document);
  return url
    ? { url, method: methodOf(element), params: { ...params, QueueResult: result } }
    : null;
}
