import { orAborted, Stopped } from "@linedesk/base";
import type { Outcome } from "../../calls/playback/outcome.ts";
import type { Queue, QueueExit, QueueMember } from "../../calls/queues/queue.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { methodOf } from "../document/attributes.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import { goOn, notifyAction, type Leaving } from "./enqueue-action.ts";

type Exit = QueueExit | { type: "left" } | { type: "hung up" } | { type: "timed out" };

type Taken = Extract<Exit, { type: "taken" }>;

/** How a call waits in one queue. */
export interface Stay extends Leaving {
  queue: Queue;
  priority: number;
  /** When the `<Enqueue>` began, on the clock that nobody sets. */
  sinceMs: number;
  timeoutMs: number | null;
}

/** Nobody took the call in time; `params` is what was known of it in that queue. */
export interface TimedOut {
  type: "timed out";
  params: WebhookParams;
}

/** Waits until somebody takes the call out, it leaves, or the time is up. */
export async function waitInQueue(stay: Stay): Promise<Outcome | TimedOut> {
  const { queue, scope, priority, sinceMs, timeoutMs } = stay;
  const { call, signal: stopped, services } = scope;
  let exit: (exit: Exit) => void = () => undefined;
  const exited = new Promise<Exit>((resolve) => (exit = resolve));
  const stopTimer =
    timeoutMs === null
      ? () => undefined
      : services.clock.after(timeoutMs, () => exit({ type: "timed out" }));
  const member = queue.add({
    call,
    priority,
    sinceMs,
    exit: (how) => exit(how),
    signal: stopped,
  });
  scope.onReached?.(200);
  const music = new AbortController();
  function paramsNow() {
    return { ...stay.params, ...queue.params(member) };
  }
  let atExit: WebhookParams | null = null;
  let taken: Taken | null = null;
  try {
    const heard = playWaitMusic(stay, member, AbortSignal.any([stopped, music.signal]));
    const how = await Promise.race([exited, heard]);
    atExit = paramsNow();
    taken = how.type === "taken" ? how : null;
    queue.remove(member);
    music.abort(new Stopped("over"));
    return await leave(how, { ...stay, params: atExit });
  } catch (error) {
    const params = atExit ?? paramsNow();
    if (error instanceof Stopped) {
      tell(error, { ...stay, params }, taken);
    }
    throw error;
  } finally {
    stopTimer();
    queue.remove(member);
    music.abort(new Stopped("over"));
  }
}

async function playWaitMusic(
  { queue, element, scope, params }: Stay,
  member: QueueMember,
  signal: AbortSignal,
): Promise<Exit> {
  const { waitUrl } = element.attributes;
  const url = waitUrl ? resolveUrl(waitUrl, scope.document) : null;
  const method = methodOf(element, "waitUrlMethod");
  function request() {
    return {
      url: url ?? "",
      method,
      params: { ...params, ...queue.params(member) },
    };
  }
  const outcome = await scope.services.waitMusic.play({
    call: scope.call,
    place: "queue",
    request: url ? request : null,
    repeat: true,
    signal,
  });
  return outcome.type === "leave" ? { type: "left" } : { type: "hung up" };
}

async function leave(how: Exit, leaving: Leaving): Promise<Outcome | TimedOut> {
  switch (how.type) {
    case "dequeued":
      notifyAction(leaving, "redirected");
      return { type: "goto", request: how.request };
    case "taken":
      await orAborted(how.released, leaving.scope.signal);
      return goOn(leaving, talkOf(how));
    case "left":
      return goOn(leaving, "leave");
    case "hung up":
      notifyAction(leaving, "hangup");
      return { type: "end" };
    case "timed out":
      return { type: "timed out", params: leaving.params };
  }
}

/** The call was taken from under the verb: the action is told, its answer has nobody to run it. */
function tell(stop: Stopped, leaving: Leaving, taken: Taken | null): void {
  if (stop.why === "ended") {
    return notifyAction(leaving, taken ? talkOf(taken) : "hangup");
  }
  notifyAction(leaving, taken?.isBridged() === true ? "redirected-from-bridged" : "redirected");
}

/** Who hears the Queue's document does not talk yet. */
function talkOf({ isBridged }: Taken): string {
  return isBridged() ? "bridged" : "bridging-in-process";
}
