import { expect, test } from "vitest";

import { stationEventNames } from "./station-event.ts";

test("[RT1] a station's events are about its calls, conferences and objects, and none about the queue", () => {
  const nouns = new Set([...stationEventNames].map((name) => name.split(".")[0]));

  expect([...nouns].toSorted((one = "", other = "") => one.localeCompare(other))).toEqual([
    "call",
    "caller",
    "caller_id",
    "chat",
    "conference",
    "contact",
    "contest",
    "cut_offs",
    "line",
    "now_playing",
    "prize",
    "station",
  ]);
  expect([...stationEventNames]).toContain("conference.speaking");
});
