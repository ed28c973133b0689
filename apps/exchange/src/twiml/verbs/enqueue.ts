import { TWILIO_CODES } from "@linedesk/base";
import type { Outcome } from "../../calls/playback/outcome.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { parseNumber } from "../document/attributes.ts";
import { readText } from "../document/element.ts";
import { defineVerb, type DocumentScope } from "../document/verb.ts";
import { continueAfterQueue } from "../enqueue/continue-after-queue.ts";
import { waitInQueue } from "../enqueue/wait-in-queue.ts";

const MAX_NAME = 64;

export const enqueue = defineVerb({
  name: "Enqueue",
  attributes: ["action", "method", "waitUrl", "waitUrlMethod", "maxQueueSize"],
  urls: ["action", "waitUrl"],
  children: [],
  purposes: ["program"],
  run: runEnqueue,
});

async function runEnqueue(element: Element, scope: DocumentScope): Promise<Outcome> {
  await scope.call.answer();
  const name = readText(element);
  if (name === "" || name.length > MAX_NAME) {
    const errorCode =
      name === "" ? TWILIO_CODES.ENQUEUE_NAME_TOO_SHORT : TWILIO_CODES.ENQUEUE_NAME_TOO_LONG;
    const message = `the name must have 1 to ${MAX_NAME} characters`;
    scope.call.logError("Enqueue", { errorCode, message });
    return continueAfterQueue({ element, scope, params: {} }, "error");
  }
  const maxSize = parseNumber(element, "maxQueueSize", { fallback: 1000, min: 1, max: 5000 });
  const queue = scope.services.calls.queues.findOrCreate(name, maxSize);
  if (!queue) {
    return continueAfterQueue({ element, scope, params: {} }, "system-error");
  }
  const isLimited = element.attributes["maxQueueSize"] !== undefined;
  if (queue.isFull(isLimited ? maxSize : undefined)) {
    const params = { QueueSid: queue.sid };
    return continueAfterQueue({ element, scope, params }, "queue-full");
  }
  return waitInQueue({ element, scope, params: {}, queue });
}
