import { expect, test } from "vitest";

import { createLogger } from "./logger.ts";

test("[MN8] a token, password or secret is omitted from a log line, at any depth", () => {
  const lines: string[] = [];
  const log = createLogger({ level: "trace" }, { write: (line) => void lines.push(line) });
  const hidden = { token: "x-1", password: "x-2", secret: "x-3", authToken: "x-4" };

  log.trace({ ...hidden, at: hidden, deep: { er: hidden }, pii: "x-5" }, "message");
  log.trace({ err: Object.assign(new Error("no"), hidden) }, "message");

  expect(lines).toHaveLength(2);
  expect(lines.join("")).not.toContain("x-");
  expect(lines[0]).toContain('"deep":{"er":{}}');
});
