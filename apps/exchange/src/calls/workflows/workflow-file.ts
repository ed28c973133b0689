import { readFileSync } from "node:fs";

import { z } from "zod";

import { parseExpression, type Predicate } from "./expression.ts";
import { ExpressionError } from "./tokenize.ts";
import type { Target, Workflow } from "./workflow.ts";

/** The file of workflows cannot be used; the message names the value in one sentence. */
export class WorkflowFileError extends Error {
  override readonly name = "WorkflowFileError";
  readonly code = "workflow_file";
}

const expression = z.string().transform((text, context): Predicate => {
  try {
    return parseExpression(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) {
      throw error;
    }
    context.addIssue({ code: "custom", message: error.message });
    return z.NEVER;
  }
});

const target = z
  .strictObject({
    queue: z.string().trim().min(1).max(64),
    priority: z.int().min(0).max(1_000_000).optional(),
    timeout: z.int().min(1).max(1_209_600).optional(),
  })
  .transform(({ queue, priority = null, timeout = null }): Target => ({
    queue,
    priority,
    timeoutS: timeout,
  }));

const filter = z
  .strictObject({
    filter_friendly_name: z.string().max(128).optional(),
    expression,
    targets: z.array(target).min(1).max(20),
  })
  .transform(({ expression: fits, targets }) => ({ fits, targets }));

const configuration = z.strictObject({
  task_routing: z.strictObject({
    filters: z.array(filter).max(100).default([]),
    default_filter: target.optional(),
  }),
});

const sid = z.string().regex(/^WW[0-9a-f]{32}$/, "must be WW and 32 digits of 0-9 and a-f");
const file = z.record(sid, configuration);

/** The workflows of a JSON file, by sid. Throws WorkflowFileError. */
export function readWorkflowFile(path: string): ReadonlyMap<string, Workflow> {
  const parsed = file.safeParse(parseJson(path));
  if (!parsed.success) {
    throw new WorkflowFileError(formatZodError(path, parsed.error));
  }
  const workflows = Object.entries(parsed.data).map(([key, { task_routing: routing }]) => {
    const { filters, default_filter: defaultTarget = null } = routing;
    return [key, { sid: key, filters, defaultTarget }] as const;
  });
  return new Map(workflows);
}

function formatZodError(path: string, error: z.ZodError): string {
  const [issue] = error.issues;
  const where = issue?.path.join(".") ?? "";
  // What is wrong with a key stands within.
  const [inner] = issue?.code === "invalid_key" ? issue.issues : [];
  const message = inner?.message ?? issue?.message ?? "it is no list of workflows";
  return `${path}${where === "" ? "" : `, ${where}`}: ${message}`;
}

function parseJson(path: string): unknown {
  try {
    // Some editors put a byte order mark before it.
    return JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")) as unknown;
  } catch (cause) {
    const what = cause instanceof SyntaxError ? "is no JSON" : "cannot be read";
    throw new WorkflowFileError(`${path} ${what}`, { cause });
  }
}
