import { StoppedError } from "@linedesk/base";
import type { Outcome } from "../../calls/playback/outcome.ts";
import type { Queue, QueueMember } from "../../calls/queues/queue.ts";
import type { WebhookParams, WebhookRequest } from "../../webhooks/webhook-request.ts";
import { parseMethod } from "../document/attributes.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import { continueAfterQueue, notifyAction, type QueueExitScope } from "./continue-after-queue.ts";

type Exit = { type: "dequeued"; request: WebhookRequest } | { type: "left" } | { type: "hung_up" };

export interface QueueWait extends QueueExitScope {
  queue: Queue;
}

export async function waitInQueue(stay: QueueWait): Promise<Outcome> {
  const { queue, scope } = stay;
  const { call, signal: stopped } = scope;
  let exit: (exit: Exit) => void = () => undefined;
  const exited = new Promise<Exit>((resolve) => (exit = resolve));
  const member = queue.add({ call, dequeue: (request) => exit({ type: "dequeued", request }) });
  scope.transfer?.onReached(200);
  const music = new AbortController();
  let atExit: WebhookParams | null = null;
  function readParams(): WebhookParams {
    return atExit ?? { ...stay.params, ...queue.params(member) };
  }
  try {
    const played = playWaitMusic(stay, member, AbortSignal.any([stopped, music.signal]));
    const how = await Promise.race([exited, played]);
    atExit = readParams();
    queue.remove(member);
    music.abort(new StoppedError("over"));
    return leave(how, { ...stay, params: atExit });
  } catch (error) {
    if (error instanceof StoppedError) {
      sendStopCallback(error, { ...stay, params: readParams() });
    }
    throw error;
  } finally {
    queue.remove(member);
    music.abort(new StoppedError("over"));
  }
}

async function playWaitMusic(
  { queue, element, scope, params }: QueueWait,
  member: QueueMember,
  signal: AbortSignal,
): Promise<Exit> {
  const { waitUrl } = element.attributes;
  const url = waitUrl ? resolveUrl(waitUrl, scope.document) : null;
  const method = parseMethod(element, "waitUrlMethod");
  function request() {
    return {
      url: url ?? "",
      method,
      params: { ...params, ...queue.params(member) },
    };
  }
  const outcome = await scope.services.documents.waitMusic.play({
    call: scope.call,
    purpose: "queue",
    request: url ? request : null,
    repeat: true,
    signal,
  });
  return outcome.type === "leave" ? { type: "left" } : { type: "hung_up" };
}

function leave(how: Exit, leaving: QueueExitScope): Outcome {
  switch (how.type) {
    case "dequeued":
      notifyAction(leaving, "redirected");
      return { type: "goto", request: how.request };
    case "left":
      return continueAfterQueue(leaving, "leave");
    case "hung_up":
      notifyAction(leaving, "hangup");
      return { type: "end" };
  }
}

/**
 * Reports the result to the action when the call has ended, or when another program has taken it
 * over.
 */
function sendStopCallback(stop: StoppedError, leaving: QueueExitScope): void {
  notifyAction(leaving, stop.reason === "ended" ? "hangup" : "redirected");
}
