import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Endpoint } from "@linedesk/contract";
import * as contract from "@linedesk/contract";

const root = join(import.meta.dirname, "..");
const sources = join(root, "apps/server/src");

/** Returns the paths that SECURITY.md lists as answered without a session. */
function listNamed(): string[] {
  const text = readFileSync(join(root, "SECURITY.md"), "utf8");
  const row = text.split("\n").find((line) => line.startsWith("| every route except")) ?? "";
  const [, exceptions = ""] = row.split("|");
  return [...exceptions.matchAll(/`(\/[^`]*)`/g)].map(([, path = ""]) => path);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "access" in value;
}

/** Returns the paths of the contract that need no session, or accept a key in its place. */
function listOpen(): string[] {
  return (Object.values(contract) as unknown[])
    .filter(isEndpoint)
    .filter(({ access }) => access.type === "public" || access.type === "key" || "orKey" in access)
    .map(({ path }) => path);
}

/** Returns the routes without an endpoint in the contract, as far as their path is literal. */
function listRaw(): string[] {
  const begins = /\b(?:app|ingest|routes)\.(?:get|post|put|delete|all)\(\s*([`"])([^`"]*)\1/g;
  const constants: Record<string, string> = {
    "${WEBHOOK_PATH}": "/api/twilio/voice/",
    "${INGEST_PATH}": "/ingest",
  };
  return readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .flatMap((path) => {
      const text = readFileSync(join(sources, path), "utf8");
      const prefix = path.startsWith("auth/") ? "/api/auth" : "";
      return [...text.matchAll(begins)].map(([, , route = ""]) =>
        Object.entries(constants).reduce(
          (at, [name, value]) => at.replace(name, value),
          prefix + route,
        ),
      );
    });
}

test("[AP6] SECURITY.md names exactly the routes that are answered without a session", () => {
  const named = listNamed();
  const raw = listRaw();
  const prefixes = named.filter((path) => !listOpen().includes(path));

  expect(listOpen().filter((path) => !named.includes(path))).toEqual([]);
  expect(raw.length).toBeGreaterThan(15);
  const unnamed = raw.filter(
    (route) =>
      route !== "/" &&
      !prefixes.some((path) => route.startsWith(path) || route.startsWith(`/api${path}`)),
  );
  expect(unnamed).toEqual([]);
  // Every path in the list exists.
  const isThere = (path: string) =>
    raw.some((route) => route.startsWith(path) || route.startsWith(`/api${path}`));
  expect(prefixes.filter((path) => !isThere(path))).toEqual([]);
});
