import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

const rule = z.strictObject({
  alert: z.string().regex(/^Linedesk[A-Z][A-Za-z]+$/),
  expr: z.string(),
  for: z.optional(z.string().regex(/^\d+[smh]$/)),
  labels: z.strictObject({ severity: z.enum(["page", "warn"]) }),
  annotations: z.strictObject({ summary: z.string().min(10), action: z.string().min(10) }),
});
const rules = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule).min(1) })).min(1),
});

function findFaults(expression: string): string[] {
  const faults: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      if (type.isError) {
        faults.push(`at ${from}: ${expression.slice(from, to + 10)}`);
      }
    },
  });
  // Prometheus drops how labels are matched beside a number, and the rule is never true.
  const dropped = /\d\s*[-*/+]\s*(?:on|ignoring)\s*\(/.exec(expression)?.[0];
  return dropped === undefined ? faults : [...faults, `matches labels of a number: ${dropped}`];
}

test.each(["rate(linedesk_calls[5m) > 1", "linedesk_calls >", "a > 2 * on() group_left() b"])(
  "%s is found to be no rule",
  (expression) => {
    expect(findFaults(expression)).not.toEqual([]);
  },
);

test("[AD95] each rule of alert is PromQL, has a name of its own and says what to do", () => {
  const ops = join(import.meta.dirname, "../ops");
  const files = ["linedesk-alerts.yml", "linedesk-audio-server-alerts.yml"];

  const all = files
    .map((file) => rules.parse(parse(readFileSync(join(ops, file), "utf8"))))
    .flatMap(({ groups }) => groups.flatMap((group) => group.rules));
  expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length);
  expect(all.map(({ alert, expr }) => [alert, findFaults(expr)])).toEqual(
    all.map(({ alert }) => [alert, []]),
  );
});
