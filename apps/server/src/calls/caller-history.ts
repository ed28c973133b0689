import * as z from "zod";

import type {
  EndpointAnswer,
  HistoryCall,
  HistoryOutcome,
  PastRecording,
  callerHistory,
} from "@linedesk/contract";
import { listMergedIds } from "../callers/caller-changes.ts";
import { findCallers } from "../callers/callers.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { displayNumber, toE164 } from "../platform/to-e164.ts";
import { decodeArrivalTime } from "./store/call-record.ts";
import { findPageEnd, findPastCalls, type PastCallRow } from "./store/history-store.ts";

export interface HistoryRequest {
  station: string;
  number?: string | undefined;
  caller?: string | undefined;
  outcome?: HistoryOutcome | undefined;
  line?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  answeredBy?: string | undefined;
  text?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

const DEFAULT_LIMIT = 20;

function wholeSeconds(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor((toMs - fromMs) / 1000));
}

function presentRecording(recording: PastRecording): PastRecording {
  return { ...recording, at: new Date(recording.at).toISOString() };
}

function presentPastCall(row: PastCallRow): HistoryCall {
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
    ...(row.recordings.length === 0 ? {} : { recordings: row.recordings.map(presentRecording) }),
    ...(row.rehearsal ? { rehearsal: true as const } : {}),
    phoneLine: row.lineId === null ? null : { id: row.lineId, name: row.lineName ?? "" },
    caller: {
      id: row.callerId,
      name: row.callerName,
      number: row.number,
      numberDisplay: displayNumber(row.number),
    },
  };
}

/**
 * Returns past calls of a number, of a caller, or of the whole station, newest first. A page
 * continues after the cursor.
 */
export async function readCallerHistory(
  db: Db,
  request: HistoryRequest,
): Promise<EndpointAnswer<typeof callerHistory>> {
  const { number, caller, cursor, text, limit: most = DEFAULT_LIMIT, ...filters } = request;
  const limit = Math.floor(most);
  const before = cursor === undefined ? null : readCursor(cursor);
  const callers = await chooseCallers(db, { station: request.station, number, caller });
  if (callers?.length === 0) {
    return { items: [], nextCursor: null };
  }
  const wanted = text?.trim() ?? "";
  const found = wanted === "" ? {} : { text: wanted };
  const page = { ...filters, ...found, callers, before, limit: limit + 1 };
  const rows = await findPastCalls(db, page);
  const items = rows.slice(0, limit).map(presentPastCall);
  if (rows.length > limit) {
    return { items, nextCursor: items.at(-1)?.id ?? null };
  }
  const end = await findPageEnd(db, page);
  return end === null
    ? { items, nextCursor: null }
    : { items, nextCursor: end, lookedBackTo: decodeArrivalTime(end).toISOString() };
}

async function chooseCallers(
  db: Db,
  {
    station,
    number,
    caller,
  }: { station: string; number: string | undefined; caller: string | undefined },
): Promise<string[] | null> {
  if (number === undefined) {
    return caller === undefined ? null : listMergedIds(db, caller);
  }
  const parsed = toE164(number);
  if (parsed === null) {
    throw new ApiError("not_a_number", {
      fields: { number: "must_be_number" },
    });
  }
  const callers = await findCallers(db, station, parsed);
  const merged = await Promise.all(callers.map((one) => listMergedIds(db, one)));
  return merged.flat();
}

function readCursor(cursor: string): string {
  const parsed = z.uuid().safeParse(cursor);
  if (parsed.success) {
    return parsed.data;
  }
  throw new ApiError("cursor_unknown", {
    fields: { cursor: "must_be_earlier_cursor" },
  });
}
