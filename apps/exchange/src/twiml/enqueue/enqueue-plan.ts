import { type Element } from "../../calls/playback/twiml-document.ts";
import { taskOf } from "../../calls/workflows/task.ts";
import { routeOf } from "../../calls/workflows/workflow.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { numberOf } from "../document/attributes.ts";
import { elementsIn, rawTextOf, textOf } from "../document/element.ts";
import { noteUnknownAttributes } from "../document/known-words.ts";
import type { VerbScope } from "../document/verb.ts";

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
const LONGEST_TASK_S = 1_209_600;
const HIGHEST = 1_000_000;

/** Null, and noted, where the call cannot be enqueued. */
export function planOf(element: Element, scope: VerbScope): Plan | null {
  const { workflowSid } = element.attributes;
  return workflowSid === undefined
    ? planOfName(element, scope)
    : planOfTask(element, workflowSid, scope);
}

function planOfName(element: Element, { call }: VerbScope): Plan | null {
  if (elementsIn(element).some(({ name }) => name === "Task")) {
    call.note("error", "Task", { errorCode: 12200, message: "a Task needs a workflowSid" });
  }
  const queue = textOf(element);
  if (queue.length >= 1 && queue.length <= 64) {
    return { steps: [{ queue, priority: 0, timeoutS: null }], timeoutS: null, params: {} };
  }
  const errorCode = queue === "" ? 14204 : 14205;
  call.note("error", "Enqueue", { errorCode, message: "the name has 1..64 characters" });
  return null;
}

function planOfTask(element: Element, workflowSid: string, scope: VerbScope): Plan | null {
  const { call, services } = scope;
  function refuse(message: string): null {
    call.note("error", "Enqueue", { errorCode: 12200, message });
    return null;
  }
  const noun = elementsIn(element).find(({ name }) => name === "Task") ?? emptyTask;
  noteUnknownAttributes(noun, call);
  const workflow = services.workflows.get(workflowSid);
  if (workflow === undefined) {
    return refuse("there is no such workflowSid");
  }
  const task = taskOf(call, rawTextOf(noun).trim());
  if (task === null) {
    return refuse("the Task is no JSON object");
  }
  const own = numberOf(noun, "priority", { fallback: 0, min: 0, max: HIGHEST });
  const steps = routeOf(workflow, task.attributes).map(({ queue, priority, timeoutS }) => ({
    queue,
    priority: priority ?? own,
    timeoutS,
  }));
  if (steps.length === 0) {
    return refuse("no filter of the workflow fits the Task");
  }
  return {
    steps,
    timeoutS: numberOf(noun, "timeout", { fallback: USUAL_TASK_S, min: 1, max: LONGEST_TASK_S }),
    params: { WorkflowSid: workflow.sid, TaskSid: task.sid },
  };
}

const emptyTask: Element = { name: "Task", attributes: {}, children: [] };
