import { expect, test } from "vitest";

import { findClosed, formatOutputs, parseGpioLine } from "./gpio-command.ts";

const carried = { flavour: "accept", requestId: "1", user: "alice", muted: false } as const;

test("[AS58] each state of a line has its own lamps", () => {
  expect(formatOutputs(1, { status: "idle" }, false)).toBe("GPO 1 hhhlh");
  expect(formatOutputs(1, { status: "idle" }, true)).toBe("GPO 1 hhhhl");
  expect(formatOutputs(2, { status: "connecting", ...carried }, false)).toBe("GPO 2 hlhhh");
  expect(formatOutputs(2, { status: "connected", ...carried }, true)).toBe("GPO 2 lhhhl");
  expect(formatOutputs(2, { status: "connected", ...carried, muted: true }, false)).toBe(
    "GPO 2 lhlhh",
  );
});

test("[AS59] a contact triggers when it closes, not while it stays closed", () => {
  expect(findClosed("hhhhh", "lhhhh")).toEqual(["start"]);
  expect(findClosed("lhhhh", "lhhhh")).toEqual([]);
  expect(findClosed("lhhhh", "hlhhh")).toEqual(["stop"]);
  expect(findClosed("hhhhh", "hhlll")).toEqual([]);
});

test("commands are parsed, and invalid commands and ports are refused", () => {
  expect(parseGpioLine("login secret")).toEqual({ type: "login" });
  expect(parseGpioLine("ADD gpo")).toEqual({ type: "subscribe", ports: "GPO" });
  expect(parseGpioLine("GPO")).toEqual({ type: "read", ports: "GPO", port: null });
  expect(parseGpioLine("gpi 1")).toEqual({ type: "read", ports: "GPI", port: 1 });
  expect(parseGpioLine("DEL GPI")).toEqual({ type: "unsubscribe", ports: "GPI" });
  expect(parseGpioLine("GPI 2 xl")).toEqual({ type: "input", port: 2, pins: "xl" });
  for (const text of [
    "GPI 3 lhhhh",
    "GPI 3",
    "ADD DST",
    "GPI 1 lhhhhh",
    "GPI 1 abc",
    "",
    "DST 1",
    "GPO x",
  ]) {
    expect(parseGpioLine(text)).toEqual({ type: "unknown" });
  }
});
