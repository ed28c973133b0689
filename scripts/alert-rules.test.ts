import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

import { LOOP_SAMPLE_MS } from "@linedesk/base";

const ops = join(import.meta.dirname, "../ops");

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
  // If one side of an operation is a number, Prometheus ignores the matching of labels, and the
  // rule is never true.
  const dropped = /\d\s*[-*/+]\s*(?:on|ignoring)\s*\(/.exec(expression)?.[0];
  return dropped === undefined ? faults : [...faults, `matches labels of a number: ${dropped}`];
}

const files = ["linedesk-alerts", "linedesk-audio-server-alerts"];

function readRules(file: string) {
  const { groups } = rules.parse(parse(readFileSync(join(ops, `${file}.yml`), "utf8")));
  return groups.flatMap((group) => group.rules);
}

test.each(["rate(linedesk_calls[5m) > 1", "linedesk_calls >", "a > 2 * on() group_left() b"])(
  "%s is reported as an invalid rule",
  (expression) => {
    expect(findFaults(expression)).not.toEqual([]);
  },
);

test("[AD95] each alert rule is PromQL, has its own name and describes the remedy", () => {
  const all = files.flatMap((file) => readRules(file));

  expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length);
  expect(all.map(({ alert, expr }) => [alert, findFaults(expr)])).toEqual(
    all.map(({ alert }) => [alert, []]),
  );
});

const sample = z.object({ labels: z.string(), value: z.literal(1) });
const cases = z.object({
  tests: z.array(
    z.object({
      name: z.string(),
      promql_expr_test: z.array(z.object({ expr: z.string(), exp_samples: z.array(sample) })),
    }),
  ),
});

test.each(files)(
  "[AD95][MN40] each rule of %s fires alone, when it should and not before",
  (file) => {
    const path = join(ops, `${file}.tests.yml`);
    const { tests } = cases.parse(parse(readFileSync(path, "utf8")));
    for (const { alert } of readRules(file)) {
      const own = tests.filter(({ name }) => name.split(",")[0] === alert);
      const checks = own.flatMap(({ promql_expr_test: all }) => all);
      const fired = checks.flatMap(({ exp_samples: samples }) => samples);
      expect([alert, fired.some(({ labels }) => labels.includes(`"${alert}"`))]).toEqual([
        alert,
        true,
      ]);
      expect([alert, checks.some(({ exp_samples: samples }) => samples.length === 0)]).toEqual([
        alert,
        true,
      ]);
      expect(checks.every(({ expr }) => expr.includes('ALERTS{alertstate="firing"}'))).toBe(true);
    }

    const { error, status, stdout, stderr } = spawnSync("promtool", ["test", "rules", path], {
      encoding: "utf8",
    });
    if (error !== undefined) {
      throw new Error("promtool is missing: apt-get install prometheus", { cause: error });
    }
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining("SUCCESS")]);
  },
);

test("the dashboard shows the delay of an event loop without the interval of its samples", () => {
  const dashboard = readFileSync(join(ops, "linedesk-dashboard.json"), "utf8");
  const shown = dashboard.match(/"[^"]*eventloop_lag[^"]*"/g) ?? [];

  expect(shown).toEqual(
    ["linedesk_", "linedesk_exchange_"].map(
      (part) => `"${part}nodejs_eventloop_lag_p99_seconds - ${LOOP_SAMPLE_MS / 1_000}"`,
    ),
  );
});
