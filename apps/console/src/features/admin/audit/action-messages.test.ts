import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { actionMessages } from "./action-messages.ts";

const server = join(import.meta.dirname, "../../../../../server/src");
/** Patterns for an action, for a file that records actions, and for an event that names one. */
const ACTION = /"([a-z_]+\.[a-z_]+)"/g;
const NOTES = /recordAudit|auditInsert|audit\(|AuditEntry|action: "call\./;
const EVENT = /^\s*\| \{ type: "([a-z_]+(?:\.[a-z_]+)?)"/gm;

function readSources(): string[] {
  const files = readdirSync(server, { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(server, name), "utf8"));
}

function findActions(): string[] {
  const noted = readSources()
    .filter((text) => NOTES.test(text))
    .flatMap((text) => [...text.matchAll(ACTION)].map(([, action = ""]) => action));
  const states = ["call-state.ts", "desk-state.ts"].map((name) =>
    join(server, "calls/state", name),
  );
  const events = states
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(EVENT)])
    .map(([, type = ""]) => (type.includes(".") ? type : `call.${type}`));
  return [...new Set([...noted, ...events])].toSorted();
}

/** Names that have the form of an action, but are not actions of the audit. */
const others =
  /^(?:[a-z]|linedesk|rules|rights|settings|audit_entry|call_event|contacts|win)\.|\.(?:stale|number|hours)$/;

test("[AD186] each action of the audit has a text", () => {
  const actions = findActions().filter((action) => !others.test(action));
  const unknown = actions.filter((action) => {
    const [noun = "", verb = ""] = action.split(".");
    return !(noun in actionMessages.nouns) || !(verb in actionMessages.verbs);
  });

  expect(actions.length).toBeGreaterThan(90);
  expect(unknown).toEqual([]);
});
