import type { TimelineEntry } from "@linedesk/contract";
import type { TimelineView } from "../src/features/timeline/use-timeline.ts";
import { aCall, uuid } from "./a-call.ts";

function anEntry(second: number, type: string, over: Partial<TimelineEntry> = {}): TimelineEntry {
  return {
    id: uuid(5_000 + second),
    at: new Date(Date.parse("2026-11-20T23:40:02.345Z") + second * 1_000).toISOString(),
    type,
    by: null,
    person: null,
    line: null,
    reason: null,
    code: null,
    quality: null,
    ...over,
  };
}

const bob = { by: "Bob", line: "line1" as const };

const items: TimelineEntry[] = [
  anEntry(0, "call.rang"),
  anEntry(29, "operator.claimed", bob),
  anEntry(30, "operator.joined", { person: "Bob", line: "line1" }),
  anEntry(31, "caller.joined", { person: "Bob", line: "line1" }),
  anEntry(70, "call.described", { by: "Bob" }),
  anEntry(108, "verified", { by: "Bob" }),
  anEntry(140, "quality.reported", {
    by: "Bob",
    quality: { mos: 3.2, jitterMs: 18, lossPercent: 3 },
  }),
  anEntry(150, "softphone.failed", { ...bob, code: 31_005 }),
  anEntry(155, "operator.silent", { person: "Bob" }),
  anEntry(160, "operator.returned", { person: "Bob" }),
  anEntry(300, "call.put_in_a_box", { by: "Carla" }),
  anEntry(366, "hung_up", { by: "Carla" }),
  anEntry(370, "caller.left", { reason: "operator_hung_up" }),
];

function nothing() {
  return undefined;
}

export const readyTimeline: TimelineView = {
  status: "ready",
  call: aCall({ n: 1 }),
  items,
  save: nothing,
};

export const failedTimeline: TimelineView = {
  status: "failed",
  words: "We could not reach the server",
  retry: nothing,
};
