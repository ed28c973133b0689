import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test } from "vitest";

import type { CallRecord } from "./calls/live/call.ts";
import { Drain } from "./drain.ts";
import { DrainMark } from "./storage/drain-mark.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-drain-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function aDrain(calls = 0) {
  const messages: string[] = [];
  const sip: boolean[] = [];
  const listeners: ((call: CallRecord) => void)[] = [];
  const count = { calls };
  const drain = new Drain({
    mark: new DrainMark(join(folder, "exchange")),
    setDraining: (isDraining) => sip.push(isDraining),
    calls: {
      onChange(listener) {
        listeners.push(listener);
        return () => undefined;
      },
    },
    countCalls: () => count.calls,
    logger: pino(
      { level: "info" },
      { write: (line: string) => messages.push((JSON.parse(line) as { msg: string }).msg) },
    ),
  });
  function endCall(): void {
    count.calls -= 1;
    listeners.forEach((listener) => listener({} as CallRecord));
  }
  return { drain, messages, sip, endCall };
}

test("[XR277] a drain, its end and the end of the last call are in the log", () => {
  const { drain, messages, sip, endCall } = aDrain(2);

  drain.set(true);
  drain.set(true);
  endCall();
  endCall();
  drain.set(false);

  expect(messages).toEqual(["exchange draining", "exchange drained", "exchange drain ended"]);
  expect(sip).toEqual([true, false]);
});

test("[XR277] a drain continues after a crash, and a restart ends it", () => {
  aDrain().drain.set(true);

  const afterCrash = aDrain().drain;
  const wasDraining = afterCrash.isDraining;
  afterCrash.close();

  expect(wasDraining).toBe(true);
  expect(aDrain().drain.isDraining).toBe(false);
  expect(existsSync(join(folder, "exchange/draining"))).toBe(false);
});
