import { expect, test } from "vitest";

import { formatEvent, formatLogLine, joinLines } from "./log-format.ts";

const time = 1_764_500_000_000;

function text(entry: object): string {
  return formatLogLine(`${JSON.stringify(entry)}\n`, "text");
}

test("[SR91] a line of text has time, level, part, message and fields", () => {
  const entry = {
    level: 40,
    time,
    pid: 7,
    hostname: "desk",
    name: "exchange",
    part: "sip",
    trunk: "carrier",
    hosts: ["a", "b"],
    note: "two words",
    msg: "trunk down",
  };

  expect(text(entry)).toBe(
    '2025-11-30T10:53:20.000Z warn exchange/sip: trunk down trunk=carrier hosts=["a","b"] note="two words"\n',
  );
});

test("[SR91] an error with its stack and its cause is one line", () => {
  const err = {
    type: "Error",
    message: "no answer",
    stack: "Error: no answer\n    at f (a.ts:1)",
    cause: {
      type: "TypeError",
      message: "no host",
      stack: "TypeError: no host\n    at g (b.ts:2)",
    },
  };

  const line = text({
    level: 50,
    time,
    part: "server",
    area: "telephony",
    err,
    msg: "call failed",
  });

  expect(line).toBe(
    '2025-11-30T10:53:20.000Z error server/telephony: call failed err="Error: no answer | at f (a.ts:1) | caused by TypeError: no host | at g (b.ts:2)"\n',
  );
  expect(text({ level: 30, time: "2026-01-02T03:04:05.000Z", msg: "a\nb" })).toBe(
    "2026-01-02T03:04:05.000Z info a | b\n",
  );
});

test("[SR91] JSON stays as it is, and the line of another program is one line of text", () => {
  const line = '{"level":30,"msg":"ready"}\n';

  expect(formatLogLine(line, "json")).toBe(line);
  expect(formatLogLine("(node:7) Warning: old\n  at x\n", "text")).toBe(
    "(node:7) Warning: old | at x\n",
  );
  expect(joinLines("a\r\n\n  b ")).toBe("a | b");
});

test("[SR91] an event without a logger has the same two forms", () => {
  const event = { part: "supervisor", level: 30, msg: "ready\nnow", time: new Date(time) };

  expect(formatEvent(event, "text")).toBe(
    "2025-11-30T10:53:20.000Z info supervisor: ready | now\n",
  );
  expect(JSON.parse(formatEvent(event, "json"))).toEqual({
    level: 30,
    time,
    part: "supervisor",
    msg: "ready\nnow",
  });
});
