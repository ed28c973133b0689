import { TWILIO_CODES } from "@linedesk/base";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { createTask } from "../../calls/workflows/task.ts";
import { routeTask } from "../../calls/workflows/workflow.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { parseNumber } from "../document/attributes.ts";
import { childElements, readRawText, readText } from "../document/element.ts";
import { logUnknownAttributes } from "../document/log-unknown-markup.ts";
import { defineNoun, type VerbScope } from "../document/verb.ts";

/** What is to be routed by a workflow. */
export const TASK = defineNoun({
  name: "Task",
  attributes: ["priority", "timeout"],
  urls: [],
  children: [],
});

/** One queue that a call waits in, by its name. */
export interface Step {
  queue: string;
  priority: number;
  /** After which the next step has its turn. */
  timeoutS: number | null;
}

/** The queues that an `<Enqueue>` leads through. */
export interface Plan {
  steps: Step[];
  /** In all of them together. */
  timeoutS: number | null;
  /** Said in its requests beside what is said of the queue. */
  params: WebhookParams;
}

/** Twilio's: a day, and two weeks. */
const USUAL_TASK_S = 86_400;
const MAX_TASK_S = 1_209_600;
const HIGHEST = 1_000_000;

/** Null, and noted, where the call cannot be enqueued. */
export function parseEnqueuePlan(element: Element, scope: VerbScope<"directory">): Plan | null {
  const { workflowSid } = element.attributes;
  return workflowSid === undefined
    ? planForQueue(element, scope)
    : planForTask(element, workflowSid, scope);
}

function planForQueue(element: Element, { call }: VerbScope): Plan | null {
  if (childElements(element).some(({ name }) => name === "Task")) {
    call.addLogEntry("error", "Task", {
      errorCode: TWILIO_CODES.TWIML_WARNING,
      message: "a Task needs a workflowSid",
    });
  }
  const queue = readText(element);
  if (queue.length >= 1 && queue.length <= 64) {
    return { steps: [{ queue, priority: 0, timeoutS: null }], timeoutS: null, params: {} };
  }
  const errorCode =
    queue === "" ? TWILIO_CODES.ENQUEUE_NAME_TOO_SHORT : TWILIO_CODES.ENQUEUE_NAME_TOO_LONG;
  call.addLogEntry("error", "Enqueue", { errorCode, message: "the name has 1..64 characters" });
  return null;
}

function planForTask(
  element: Element,
  workflowSid: string,
  scope: VerbScope<"directory">,
): Plan | null {
  const { call, services } = scope;
  function refuse(message: string): null {
    call.addLogEntry("error", "Enqueue", { errorCode: TWILIO_CODES.TWIML_WARNING, message });
    return null;
  }
  const noun = childElements(element).find(({ name }) => name === "Task") ?? emptyTask;
  logUnknownAttributes(noun, TASK, call);
  const workflow = services.directory.workflows.get(workflowSid);
  if (workflow === undefined) {
    return refuse("there is no such workflowSid");
  }
  const task = createTask(call, readRawText(noun).trim());
  if (task === null) {
    return refuse("the Task is no JSON object");
  }
  const own = parseNumber(noun, "priority", { fallback: 0, min: 0, max: HIGHEST });
  const steps = routeTask(workflow, task.attributes).map(({ queue, priority, timeoutS }) => ({
    queue,
    priority: priority ?? own,
    timeoutS,
  }));
  if (steps.length === 0) {
    return refuse("no filter of the workflow fits the Task");
  }
  return {
    steps,
    timeoutS: parseNumber(noun, "timeout", { fallback: USUAL_TASK_S, min: 1, max: MAX_TASK_S }),
    params: { WorkflowSid: workflow.sid, TaskSid: task.sid },
  };
}

const emptyTask: Element = { name: "Task", attributes: {}, children: [] };
