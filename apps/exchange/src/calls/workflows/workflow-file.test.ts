import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { readWorkflowFile, WorkflowFileError } from "./workflow-file.ts";
import { routeTask } from "./workflow.ts";

const SID = `WW${"0".repeat(31)}1`;

function aFile(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-workflows-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "workflows.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function routing(routed: unknown) {
  return { [SID]: { task_routing: routed } };
}
function filter(more: object) {
  return {
    filters: [{ expression: "1 == 1", targets: [{ queue: "q" }], ...more }],
  };
}

test("a workflow leads by its first filter that fits, and at last by its default", () => {
  const german = {
    filter_friendly_name: "German",
    expression: "language == 'de'",
    targets: [{ queue: "german", priority: 5, timeout: 30 }, { queue: "everybody" }],
  };
  const any = { expression: "age > 17", targets: [{ queue: "adults" }] };
  const path = aFile(routing({ filters: [german, any], default_filter: { queue: "rest" } }));

  const workflow = readWorkflowFile(path).get(SID);
  function queues(attributes: Record<string, unknown>) {
    return workflow === undefined ? [] : routeTask(workflow, attributes).map(({ queue }) => queue);
  }

  expect(queues({ language: "de", age: 18 })).toEqual(["german", "everybody", "rest"]);
  expect(queues({ language: "en", age: 18 })).toEqual(["adults", "rest"]);
  expect(queues({})).toEqual(["rest"]);
  expect(workflow?.filters[0]?.targets[0]).toEqual({ queue: "german", priority: 5, timeoutS: 30 });
});

test.each([
  ["{", "is no JSON"],
  [{ WW1: { task_routing: {} } }, "WW1: must be WW and 32 digits of 0-9 and a-f"],
  [routing({ filters: [], default_queue: "x" }), `${SID}.task_routing`],
  [routing(filter({ expression: "a =" })), "filters.0.expression: nothing that is known stands"],
  [routing(filter({ targets: [] })), "filters.0.targets"],
  [routing(filter({ targets: [{ queue: "" }] })), "filters.0.targets.0.queue"],
  [routing(filter({ targets: [{ queue: " " }] })), "filters.0.targets.0.queue"],
  [routing(filter({ targets: [{ queue: "q", order_by: "x" }] })), "order_by"],
  [routing(filter({ targets: [{ queue: "q", timeout: 0 }] })), "targets.0.timeout"],
])("%j is refused, and the value named", (content, words) => {
  const path = aFile(content);

  expect(() => readWorkflowFile(path)).toThrow(WorkflowFileError);
  expect(() => readWorkflowFile(path)).toThrow(words);
  expect(() => readWorkflowFile(path)).toThrow(path);
});

test("a byte order mark is none of its text", () => {
  const path = aFile(`\uFEFF${JSON.stringify(routing({ default_filter: { queue: "rest" } }))}`);

  expect(readWorkflowFile(path).get(SID)?.defaultTarget?.queue).toBe("rest");
});

test("a file that is not there cannot be read, which is said", () => {
  expect(() => readWorkflowFile("/nowhere/flows.json")).toThrow(
    "/nowhere/flows.json cannot be read",
  );
  expect(() => readWorkflowFile("/nowhere/flows.json")).not.toThrow("JSON");
});
