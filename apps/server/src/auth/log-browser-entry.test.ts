import { Writable } from "node:stream";

import { pino } from "pino";
import { expect, test } from "vitest";

import { logBrowserEntry } from "./log-browser-entry.ts";

function linesOf(body: unknown): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  logBrowserEntry(pino({ level: "debug" }, sink), body);
  return lines;
}

test("[AU4] a browser's entry is logged with code and path, and its text only as personal data", () => {
  const [line] = linesOf({
    level: "warn",
    code: "CLIENT_FETCH_ERROR",
    message: "x".repeat(1000),
    url: "https://desk.example.com/api/auth/session?token=secret",
    token: "secret",
  });

  expect(line).toMatchObject({ level: 40, code: "CLIENT_FETCH_ERROR", path: "/api/auth/session" });
  expect(line).toMatchObject({ pii: { message: "x".repeat(300) } });
  expect(JSON.stringify(line)).not.toContain("secret");
});

test.each([[undefined], [null], [{}], [{ level: "fatal", code: "a b\n", message: 7, url: [] }]])(
  "[AU4] the entry %j is logged as an error with the code `UNKNOWN`",
  (body) => {
    const [line] = linesOf(body);

    expect(line).toMatchObject({ level: 50, code: "UNKNOWN" });
  },
);

test("[AU4] an entry that is not an object is not logged", () => {
  expect(linesOf("text")).toEqual([]);
});
