import * as z from "zod";

import { deviceLine, endReason, type TimelineEntry } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { averageQuality } from "./store/quality-store.ts";
import { findTimeline, QUALITY_TYPE, type TimelineRow } from "./store/timeline-store.ts";

const holder = z.object({ name: z.string(), line: z.optional(deviceLine) });
const holding = z.object({ holder });

const eventJson = z.object({
  claim: z.union([holding, z.string()]).optional().catch(undefined),
  leg: z.union([holding, z.string()]).nullish().catch(undefined),
  to: holder.optional().catch(undefined),
  line: z.optional(deviceLine).catch(undefined),
  reason: z.optional(endReason).catch(undefined),
  code: z.number().optional().catch(undefined),
  words: z.string().optional().catch(undefined),
});
type EventJson = z.output<typeof eventJson>;
type Holder = z.output<typeof holder>;

const legJson = z.object({ leg: z.object({ sid: z.string(), holder }) });
const claimJson = z.object({ claim: z.object({ id: z.string(), holder }) });

function noteNames(names: Map<string, Holder>, payload: unknown): void {
  const leg = legJson.safeParse(payload).data?.leg;
  const claim = claimJson.safeParse(payload).data?.claim;
  if (leg !== undefined) {
    names.set(leg.sid, leg.holder);
  }
  if (claim !== undefined) {
    names.set(claim.id, claim.holder);
  }
}

function findPerson(event: EventJson, names: ReadonlyMap<string, Holder>): Holder | null {
  const named = event.claim ?? event.leg ?? null;
  if (typeof named === "string") {
    return names.get(named) ?? null;
  }
  return named?.holder ?? event.to ?? null;
}

function toEntry(row: TimelineRow, names: Map<string, Holder>): TimelineEntry {
  const event = eventJson.safeParse(row.payload).data ?? {};
  noteNames(names, row.payload);
  const person = findPerson(event, names);
  return {
    id: row.id,
    at: row.at.toISOString(),
    type: row.type,
    by: row.by,
    person: person === null || person.name === row.by ? null : person.name,
    line: event.line ?? person?.line ?? null,
    reason: event.reason ?? null,
    code: event.code ?? null,
    ...(event.words === undefined ? {} : { words: event.words }),
    quality: null,
  };
}

const DEFAULT_LIMIT = 200;

export async function readCallTimeline(
  db: Db,
  { call, from, limit = DEFAULT_LIMIT }: { call: string; from: number; limit?: number | undefined },
): Promise<{ items: TimelineEntry[]; nextCursor: string | null }> {
  const names = new Map<string, Holder>();
  const entries = (await findTimeline(db, call)).map((row) => toEntry(row, names));
  const end = from + limit;
  return {
    items: await addQuality(db, entries.slice(from, end)),
    nextCursor: end < entries.length ? String(end) : null,
  };
}

async function addQuality(db: Db, entries: TimelineEntry[]): Promise<TimelineEntry[]> {
  const reports = entries.filter(({ type }) => type === QUALITY_TYPE).map(({ id }) => id);
  const averages = await averageQuality(db, reports);
  return entries.map((entry) => ({ ...entry, quality: averages.get(entry.id) ?? null }));
}
