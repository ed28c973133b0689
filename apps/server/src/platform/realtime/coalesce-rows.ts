import * as z from "zod";

import type { OutboxRow } from "./outbox-store.ts";

/** Fewer rows do not count as a backlog. */
const BACKLOG_ROWS = 100;

const ofCall = z.object({ seq: z.number(), call: z.object({ id: z.string() }) });
const superseding: readonly string[] = ["call.changed", "call.ended"];

/**
 * In a backlog, leaves out changes of a call that a later row of the backlog replaces. The first of
 * them in each station becomes `station.stale`: the consoles load one snapshot, which has every
 * change of the backlog, instead of thousands of events.
 */
export function coalesceRows(rows: readonly OutboxRow[]): OutboxRow[] {
  if (rows.length <= BACKLOG_ROWS) {
    return [...rows];
  }
  const replaced = findReplaced(rows);
  const staleChannels = new Set<string>();
  return rows.flatMap((row) => {
    if (!replaced.has(row.id)) {
      return [row];
    }
    if (staleChannels.has(row.channel)) {
      return [];
    }
    staleChannels.add(row.channel);
    return [toStale(row)];
  });
}

function findReplaced(rows: readonly OutboxRow[]): ReadonlySet<number> {
  const later = new Set<string>();
  const replaced = new Set<number>();
  for (const { id, channel, event, payload } of rows.toReversed()) {
    const parsed = superseding.includes(event) ? ofCall.safeParse(payload) : null;
    if (parsed?.success !== true) {
      continue;
    }
    const key = `${channel} ${parsed.data.call.id}`;
    if (event === "call.changed" && later.has(key)) {
      replaced.add(id);
    }
    later.add(key);
  }
  return replaced;
}

function toStale(row: OutboxRow): OutboxRow {
  const { seq } = ofCall.parse(row.payload);
  return { ...row, event: "station.stale", payload: { type: "station.stale", seq } };
}
