import type { Outcome } from "../../calls/playback/outcome.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { parseNumber } from "../document/attributes.ts";
import { defineVerb, type DocumentScope } from "../document/verb.ts";
import { continueAfterQueue, type QueueExitScope } from "../enqueue/continue-after-queue.ts";
import { parseEnqueuePlan, TASK, type Step } from "../enqueue/enqueue-plan.ts";
import { waitInQueue, type TimedOut } from "../enqueue/wait-in-queue.ts";

/** A queue in which the call waits no longer; its action gets this if it was the last. */
interface Passed {
  type: "passed";
  result: "queue-full" | "system-error" | "leave";
  leaving: QueueExitScope;
}

/**
 * Waits in a queue, made on demand, or in those of a workflow one after the other, until somebody
 * takes the call out or it leaves.
 */
export const enqueue = defineVerb({
  name: "Enqueue",
  attributes: ["action", "method", "waitUrl", "waitUrlMethod", "maxQueueSize", "workflowSid"],
  urls: ["action", "waitUrl"],
  children: [TASK],
  purposes: ["program"],
  run: runEnqueue,
});

async function runEnqueue(element: Element, scope: DocumentScope): Promise<Outcome> {
  await scope.call.answer();
  const plan = parseEnqueuePlan(element, scope);
  if (plan === null) {
    return continueAfterQueue({ element, scope, params: {} }, "error");
  }
  const { clock } = scope.services;
  const sinceMs = clock.elapsedMs();
  const leaving = { element, scope, params: plan.params };
  let last: Passed = { type: "passed", result: "leave", leaving };
  for (const step of plan.steps) {
    const leftMs =
      plan.timeoutS === null ? null : plan.timeoutS * 1000 - (clock.elapsedMs() - sinceMs);
    if (leftMs !== null && leftMs <= 0) {
      break;
    }
    const outcome = await tryQueue(step, leaving, { sinceMs, leftMs });
    if (outcome.type !== "passed") {
      return outcome;
    }
    last = outcome;
  }
  return continueAfterQueue(last.leaving, last.result);
}

async function tryQueue(
  { queue: name, priority, timeoutS }: Step,
  leaving: QueueExitScope,
  { sinceMs, leftMs }: { sinceMs: number; leftMs: number | null },
): Promise<Outcome | Passed> {
  const { element, scope, params } = leaving;
  const maxSize = parseMaxQueueSize(element);
  const queue = scope.services.calls.queues.findOrCreate(name, maxSize);
  if (!queue) {
    return { type: "passed", result: "system-error", leaving };
  }
  const isLimited = element.attributes["maxQueueSize"] !== undefined;
  if (queue.isFull(isLimited ? maxSize : undefined)) {
    const exit = { ...leaving, params: { ...params, QueueSid: queue.sid } };
    return { type: "passed", result: "queue-full", leaving: exit };
  }
  const ownMs = timeoutS === null ? null : timeoutS * 1000;
  const timeoutMs = ownMs === null ? leftMs : Math.min(ownMs, leftMs ?? ownMs);
  return passedOr(await waitInQueue({ ...leaving, queue, priority, sinceMs, timeoutMs }), leaving);
}

function passedOr(outcome: Outcome | TimedOut, leaving: QueueExitScope): Outcome | Passed {
  if (outcome.type !== "timed_out") {
    return outcome;
  }
  return { type: "passed", result: "leave", leaving: { ...leaving, params: outcome.params } };
}

function parseMaxQueueSize(element: Element): number {
  return parseNumber(element, "maxQueueSize", { fallback: 1000, min: 1, max: 5000 });
}
