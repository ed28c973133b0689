import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { processIdentity, waitForOrphanedProcesses } from "./orphaned-processes.ts";

const own = processIdentity(process.pid) ?? "";

function aFolder(marks: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-left-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "running.json"), JSON.stringify({ marks }));
  return folder;
}

test.each([
  ["whose parts have ended", { exchange: "999999999 1" }],
  ["whose process ids belong to other programs now", { exchange: `${process.pid} 1` }],
  ["whose record cannot be read", "nothing"],
])("[XR96] the start does not wait for a station %s", async (_what, marks) => {
  const printed: string[] = [];

  await waitForOrphanedProcesses(aFolder(marks), { print: (text) => printed.push(text) });

  expect(printed).toEqual([]);
});

test("[XR96] the error names a part that does not end, and its process", async () => {
  const folder = aFolder({ server: "999999999 1", exchange: own });
  const printed: string[] = [];
  function print(text: string): void {
    void printed.push(text);
  }

  await expect(waitForOrphanedProcesses(folder, { print, timeoutMs: 100 })).rejects.toThrow(
    `The exchange of a station that was killed still runs (process ${process.pid}). End it, and start again.`,
  );

  expect(printed).toEqual([
    `The station on ${folder} was killed. Linedesk waits until its parts have ended.`,
  ]);
});
