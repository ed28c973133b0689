import { raceAbort, StoppedError } from "@linedesk/base";
import type { Outcome } from "../../calls/playback/outcome.ts";
import type { Queue, QueueExit, QueueMember } from "../../calls/queues/queue.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { parseMethod } from "../document/attributes.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import { continueAfterQueue, notifyAction, type QueueExitScope } from "./continue-after-queue.ts";

type Exit = QueueExit | { type: "left" } | { type: "hung_up" };

type Taken = Extract<Exit, { type: "taken" }>;

/** How a call waits in one queue. */
export interface QueueWait extends QueueExitScope {
  queue: Queue;
}

/** Waits until somebody takes the call out, or it leaves. */
export async function waitInQueue(stay: QueueWait): Promise<Outcome> {
  const { queue, scope } = stay;
  const { call, signal: stopped } = scope;
  let exit: (exit: Exit) => void = () => undefined;
  const exited = new Promise<Exit>((resolve) => (exit = resolve));
  const member = queue.add({ call, exit: (how) => exit(how), signal: stopped });
  scope.transfer?.onReached(200);
  const music = new AbortController();
  function paramsNow() {
    return { ...stay.params, ...queue.params(member) };
  }
  let atExit: WebhookParams | null = null;
  let taken: Taken | null = null;
  try {
    const played = playWaitMusic(stay, member, AbortSignal.any([stopped, music.signal]));
    const how = await Promise.race([exited, played]);
    atExit = paramsNow();
    taken = how.type === "taken" ? how : null;
    queue.remove(member);
    music.abort(new StoppedError("over"));
    return await leave(how, { ...stay, params: atExit });
  } catch (error) {
    const params = atExit ?? paramsNow();
    if (error instanceof StoppedError) {
      sendStopCallbacks(error, { ...stay, params }, taken);
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

async function leave(how: Exit, leaving: QueueExitScope): Promise<Outcome> {
  switch (how.type) {
    case "dequeued":
      notifyAction(leaving, "redirected");
      return { type: "goto", request: how.request };
    case "taken":
      await raceAbort(how.released, leaving.scope.signal);
      return continueAfterQueue(leaving, describeQueueResult(how));
    case "left":
      return continueAfterQueue(leaving, "leave");
    case "hung_up":
      notifyAction(leaving, "hangup");
      return { type: "end" };
  }
}

/** The call was taken from under the verb: the action is told, its answer has nobody to run it. */
function sendStopCallbacks(stop: StoppedError, leaving: QueueExitScope, taken: Taken | null): void {
  if (stop.reason === "ended") {
    return notifyAction(leaving, taken ? describeQueueResult(taken) : "hangup");
  }
  notifyAction(leaving, taken?.isBridged() === true ? "redirected-from-bridged" : "redirected");
}

/** Who hears the Queue's document does not talk yet. */
function describeQueueResult({ isBridged }: Taken): string {
  return isBridged() ? "bridged" : "bridging-in-process";
}
