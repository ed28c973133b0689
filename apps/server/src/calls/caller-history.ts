import * as z from "zod";

import type { EndpointAnswer, PastCall, callerHistory } from "@linedesk/contract";
import { findCallers } from "../callers/callers.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { toE164 } from "../platform/to-e164.ts";
import { findPastCalls, type PastCallRow } from "./store/history-store.ts";

export interface HistoryRequest {
  station: string;
  number: string;
  cursor?: string | undefined;
  limit?: number | undefined;
}

const DEFAULT_LIMIT = 20;

function wholeSeconds(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor((toMs - fromMs) / 1000));
}

function presentPastCall(row: PastCallRow): PastCall {
  const arrived = row.arrivedAt.getTime();
  const ended = row.endedAt.getTime();
  const answered = row.answeredAt?.getTime() ?? null;
  return {
    id: row.id,
    at: row.arrivedAt.toISOString(),
    direction: row.direction,
    durationS: answered === null ? 0 : wholeSeconds(answered, ended),
    waitS: wholeSeconds(arrived, answered ?? ended),
    reason: row.reason,
    description: row.description,
    answeredBy: row.answeredBy,
    quality: row.quality,
  };
}

/**
 * Past calls of whoever has the number on the station, newest first; a page goes on after the
 * cursor [CL6].
 */
export async function readCallerHistory(
  db: Db,
  request: HistoryRequest,
): Promise<EndpointAnswer<typeof callerHistory>> {
  const number = toE164(request.number);
  if (number === null) {
    throw new ApiError("bad_request", "This is no telephone number.", {
      fields: { number: "must be a telephone number, such as +61491570006" },
    });
  }
  const limit = Math.floor(request.limit ?? DEFAULT_LIMIT);
  const callers = await findCallers(db, request.station, number);
  if (callers.length === 0) {
    return { items: [], nextCursor: null };
  }
  const before = request.cursor === undefined ? null : readCursor(request.cursor);
  const rows = await findPastCalls(db, { callers, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items: page.map(presentPastCall), nextCursor: hasMore ? last.id : null };
}

/** The cursor is the last call's id, which carries its time. */
function readCursor(cursor: string): string {
  const parsed = z.uuid().safeParse(cursor);
  if (parsed.success) {
    return parsed.data;
  }
  throw new ApiError("bad_request", "The cursor is not one of ours.", {
    fields: { cursor: "must be a nextCursor of an earlier page" },
  });
}
