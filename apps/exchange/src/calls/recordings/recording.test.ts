import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { nextRecordingStatus, type RecordingEvent, type RecordingStatus } from "./recording.ts";

const page = readFileSync(
  new URL("../../../../../docs/spec/exchange-rest.md", import.meta.url),
  "utf8",
);
const [head = [], , ...rows] = page
  .split("- [XR29]", 1)
  .join("")
  .split("\n")
  .filter((line) => line.startsWith("| ") || line.startsWith("|---"))
  .map((line) => line.split("|").slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()));

test("[XR26] every event in every status has the result of the table", () => {
  const events = head.slice(1) as RecordingEvent["type"][];
  expect(events).toHaveLength(6);
  expect(rows).toHaveLength(6);

  for (const [before = "", ...cells] of rows) {
    const after = events.map((type) => nextRecordingStatus(before as RecordingStatus, { type }));
    expect([before, ...after]).toEqual([
      before,
      ...cells.map((cell) => (cell === "" ? before : cell)),
    ]);
  }
});
