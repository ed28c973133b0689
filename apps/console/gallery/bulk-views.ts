import type { BulkRejectView } from "../src/features/bulk/bulk-reject-view.ts";

function nothing() {
  return undefined;
}

const lines: BulkRejectView["lines"] = [
  { type: "long" as const, name: "", count: 9, checked: true },
  { type: "ringing" as const, name: "", count: 12, checked: false },
  { type: "picked" as const, name: "", count: 2, checked: false },
  { type: "flag" as const, name: "Nuisance", count: 2, checked: true },
].map((line) => ({ ...line, key: `${line.type}${line.name}`, toggle: nothing }));

function aBulkReject(over: Partial<BulkRejectView> = {}): BulkRejectView {
  return {
    lines,
    status: "ready",
    words: "",
    isMost: false,
    going: ["Pat Jones", "02 7010 4456", "Dana Petrov", "Jo Smith"],
    announced: [
      {
        words: "All our lines are busy. Please try again later.",
        sound: "/sounds/lines-busy.wav",
      },
    ],
    spared: [
      { id: "1", name: "Alex Kimura", reason: "on air", holder: "Carla" },
      { id: "2", name: "Chris Wu", reason: "with an operator", holder: "Dan" },
      { id: "3", name: "Priya Desai", reason: "locked", holder: null },
      { id: "4", name: "Mia Rossi", reason: "priority line", holder: null },
    ],
    reject: nothing,
    pending: false,
    after: null,
    ...over,
  };
}

const nobodyGoes = { going: [], spared: [], reject: null };

/** The bulk reject panel in each of its states. */
export const bulkStates: Record<string, BulkRejectView> = {
  preview: aBulkReject(),
  nobody: aBulkReject({
    ...nobodyGoes,
    status: "nobody",
    lines: lines.map((line) => ({ ...line, checked: false })),
  }),
  looking: aBulkReject({ ...nobodyGoes, status: "looking" }),
  failed: aBulkReject({
    ...nobodyGoes,
    status: "failed",
    words: "We could not reach the server",
  }),
  rejected: aBulkReject({
    ...nobodyGoes,
    status: "nobody",
    lines: lines.map((line) => ({ ...line, checked: false })),
    after: { count: 4, until: "2026-11-20T23:42:11Z", undo: nothing },
  }),
};
