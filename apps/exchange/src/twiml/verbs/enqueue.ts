import type { Queue, QueueExit, QueueMember } from "../../queues/queue.ts";
import { orAborted, Stopped } from "../../core/stopped.ts";
import type { WebhookParams, WebhookRequest } from "../../webhooks/webhook-request.ts";
import { methodOf, numberOf } from "../attributes.ts";
import { textOf, type Element } from "../element.ts";
import { resolveUrl } from "../twiml-document.ts";
import { NEXT, type Outcome } from "../outcome.ts";
import type { Verb, VerbScope } from "../verb.ts";
import { voiceParams } from "../../calls/voice-params.ts";

type Exit = QueueExit | { type: "left" } | { type: "hung up" };

/** Waits in a queue, made on demand, until somebody takes the call out or it leaves. */
export const enqueue: Verb = async (element, scope) => {
  await scope.call.answer();
  // With a workflow the content is a task of TaskRouter's and no queue's name.
  const isWorkflow = element.attributes["workflowSid"] !== undefined;
  const name = textOf(element);
  if (isWorkflow || name.length < 1 || name.length > 64) {
    const errorCode = name === "" ? 14204 : 14205;
    const message = "the name has 1..64 characters";
    if (!isWorkflow) scope.call.note("error", "Enqueue", { errorCode, message });
    return goOn(element, scope, { QueueResult: "error" });
  }
  const isLimited = element.attributes["maxQueueSize"] !== undefined;
  const maxSize = numberOf(element, "maxQueueSize", { fallback: 1000, min: 1, max: 5000 });
  const queue = scope.services.queues.need(name, maxSize);
  if (!queue) return goOn(element, scope, { QueueResult: "system-error" });
  if (queue.isFull(isLimited ? maxSize : undefined)) {
    return goOn(element, scope, { QueueResult: "queue-full", QueueSid: queue.sid });
  }
  return waitIn(queue, element, scope);
};

async function waitIn(queue: Queue, element: Element, scope: VerbScope): Promise<Outcome> {
  let exit: (exit: Exit) => void = () => undefined;
  const exited = new Promise<Exit>((resolve) => (exit = resolve));
  const member = queue.add({
    call: scope.call,
    exit: (how) => exit(how),
    signal: scope.signal,
  });
  scope.onReached?.(200);
  const music = new AbortController();
  const signal = AbortSignal.any([scope.signal, music.signal]);
  let atExit: WebhookParams | null = null;
  try {
    const heard = playWaitMusic({ queue, member, element, scope, signal });
    const how = await Promise.race([exited, heard]);
    atExit = queue.params(member);
    queue.remove(member);
    music.abort(new Stopped("over"));
    return await leave(how, { element, scope, params: atExit });
  } catch (error) {
    const params = atExit ?? queue.params(member);
    if (error instanceof Stopped)
      tell(error, { element, scope, params, wasTaken: atExit !== null });
    throw error;
  } finally {
    queue.remove(member);
    music.abort(new Stopped("over"));
  }
}

async function playWaitMusic(options: {
  queue: Queue;
  member: QueueMember;
  element: Element;
  scope: VerbScope;
  signal: AbortSignal;
}): Promise<Exit> {
  const { queue, member, element, scope, signal } = options;
  const { waitUrl } = element.attributes;
  const url = waitUrl ? resolveUrl(waitUrl, scope.document) : null;
  const method = methodOf(element, "waitUrlMethod");
  const request = url ? () => ({ url, method, params: queue.params(member) }) : null;
  const outcome = await scope.services.waitMusic.play({
    call: scope.call,
    place: "queue",
    request,
    repeat: true,
    signal,
  });
  return outcome.type === "leave" ? { type: "left" } : { type: "hung up" };
}

interface Leaving {
  element: Element;
  scope: VerbScope;
  params: WebhookParams;
}

async function leave(how: Exit, leaving: Leaving): Promise<Outcome> {
  const { element, scope, params } = leaving;
  switch (how.type) {
    case "dequeued":
      notify(leaving, "redirected");
      return { type: "goto", request: how.request };
    case "taken":
      await orAborted(how.released, scope.signal);
      return goOn(element, scope, { ...params, QueueResult: "bridged" });
    case "left":
      return goOn(element, scope, { ...params, QueueResult: "leave" });
    case "hung up":
      notify(leaving, "hangup");
      return { type: "end" };
  }
}

/** The call was taken from under the verb: the action is told, its answer has nobody to run it. */
function tell(stop: Stopped, leaving: Leaving & { wasTaken: boolean }): void {
  if (stop.why === "ended") notify(leaving, leaving.wasTaken ? "bridged" : "hangup");
  else notify(leaving, leaving.wasTaken ? "redirected-from-bridged" : "redirected");
}

function notify({ element, scope, params }: Leaving, result: string): void {
  const request = actionOf(element, scope, { ...params, QueueResult: result });
  if (!request) return;
  scope.services.outbox.send({
    ...request,
    params: { ...voiceParams(scope.call), ...request.params },
    orderKey: scope.call.sid,
  });
}

function goOn(element: Element, scope: VerbScope, params: WebhookParams): Outcome {
  const request = actionOf(element, scope, params);
  return request ? { type: "goto", request } : NEXT;
}

function actionOf(
  element: Element,
  scope: VerbScope,
  params: WebhookParams,
): WebhookRequest | null {
  const { action } = element.attributes;
  const url = action === undefined ? null : resolveUrl(action, scope.document);
  return url ? { url, method: methodOf(element), params } : null;
}
