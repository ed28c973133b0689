import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import * as z from "zod/mini";

import type { Endpoint } from "./endpoint.ts";
import * as contract from "./index.ts";

const spec = readFileSync(join(import.meta.dirname, "../../../docs/spec/http-api.md"), "utf8");

/** `GET /station` for each row and method of the table below a rule. */
function written(rule: string): string[] {
  const [, after = ""] = spec.split(`- [${rule}]`);
  const [table = ""] = after.split("\n- [");
  return [...table.matchAll(/^ {2}\| ([A-Z, ]+) \| (\/\S+) \|$/gm)].flatMap(
    ([, methods = "", path = ""]) => methods.split(", ").map((method) => `${method} ${path}`),
  );
}

const endpoints = (Object.values(contract) as unknown[]).filter(
  (value): value is Endpoint =>
    typeof value === "object" && value !== null && "path" in value && "access" in value,
);

test("[AP2] the contract has the rule's paths, and beside them health alone", () => {
  const paths = endpoints.map(({ method, path }) => `${method} ${path}`);
  const health = ["GET /health/live", "GET /health/ready"];

  expect(paths.toSorted()).toEqual([...written("AP2"), ...health].toSorted());
});

/** Whether a part of the input has this field. */
function has(part: Endpoint["params"], name: string): boolean {
  return part !== undefined && name in (z.toJSONSchema(part, { io: "input" }).properties ?? {});
}

test("[RL20] an endpoint with a right at a station names the station in one place", () => {
  const others = endpoints
    .filter(({ access }) => access.type === "permission")
    .filter(({ params, query, body }) => {
      const namings = [has(query, "station"), has(body, "station"), has(params, "id")];
      return namings.filter(Boolean).length !== 1;
    });

  expect(others.map(({ id }) => id)).toEqual([]);
});
