import type { Call } from "../calls/calls.ts";

function first(a: boolean, b: boolean): number {
  return Number(b) - Number(a);
}

/** Compares the next callers of two stations: marked next, ready, then the longest wait. */
function compareHeads(a: Call, b: Call): number {
  return (
    first(a.marks.next, b.marks.next) ||
    first(a.desk.status === "ready", b.desk.status === "ready") ||
    (a.arrivedAt < b.arrivedAt ? -1 : Number(a.arrivedAt > b.arrivedAt)) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

export function mergeQueues(queues: readonly (readonly Call[])[]): Call[] {
  const rest = queues.map((calls) => ({ calls, at: 0 }));
  const merged: Call[] = [];
  for (;;) {
    let best: { calls: readonly Call[]; at: number } | null = null;
    let head: Call | null = null;
    for (const queue of rest) {
      const call = queue.calls[queue.at];
      if (call !== undefined && (head === null || compareHeads(call, head) < 0)) {
        best = queue;
        head = call;
      }
    }
    if (best === null || head === null) {
      return merged;
    }
    merged.push(head);
    best.at += 1;
  }
}
