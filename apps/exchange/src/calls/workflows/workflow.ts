import type { Predicate, TaskAttributes } from "./expression.ts";

/** One queue that a task waits in. */
export interface Target {
  queue: string;
  /** Null leaves the task's own. */
  priority: number | null;
  /** After which the next target has its turn; null waits for as long as the task lasts. */
  timeoutS: number | null;
}

/** How tasks come to queues: the first filter whose expression fits, then the default. */
export interface Workflow {
  sid: string;
  filters: { fits: Predicate; targets: Target[] }[];
  /** For what no filter fits, and for what has waited out all targets of its own. */
  defaultTarget: Target | null;
}

/** The queues that a task waits in, one after the other. */
export function routeTask(workflow: Workflow, attributes: TaskAttributes): Target[] {
  const filter = workflow.filters.find(({ fits }) => fits(attributes));
  const last = workflow.defaultTarget === null ? [] : [workflow.defaultTarget];
  return [...(filter?.targets ?? []), ...last];
}
