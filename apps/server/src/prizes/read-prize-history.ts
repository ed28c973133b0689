import * as z from "zod";

import {
  findHold,
  findStationDay,
  laterHold,
  mayWin,
  type EndpointAnswer,
  type PrizeListener,
  type prizeHistory,
} from "@linedesk/contract";
import { findLastCaller } from "../callers/callers.ts";
import type { CallRecord } from "../calls/store/call-record.ts";
import { ApiError } from "../platform/http/errors.ts";
import { displayNumber, toE164 } from "../platform/to-e164.ts";
import { presentWin } from "./present-win.ts";
import { findWinRules } from "./prize-store.ts";
import type { PrizeDeps } from "./record-win.ts";
import { findCountedWins, findWins, type Household } from "./win-store.ts";

export interface HistoryRequest {
  station: string;
  call: CallRecord | null;
  number?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  withAddress: boolean;
}

const PAGE_SIZE = 20;

type Person = Pick<PrizeListener, "number" | "name"> & { caller: string | null };

export async function readPrizeHistory(
  deps: PrizeDeps,
  request: HistoryRequest,
): Promise<EndpointAnswer<typeof prizeHistory>> {
  const { db } = deps.calls;
  const { station, withAddress, limit = PAGE_SIZE } = request;
  const person = await findPerson(deps, request);
  const before = request.cursor === undefined ? null : readCursor(request.cursor);
  const of = person === null ? null : await findHousehold(deps, station, person);
  const isNobody = person !== null && of === null;
  const page = { station, of, before, limit: limit + 1 };
  const rows = isNobody ? [] : await findWins(db, page);
  const shown = rows.slice(0, limit);
  return {
    listener: person === null ? null : await judge(deps, { person, of }),
    items: shown.map((row) => presentWin(row, { withAddress })),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    promotion: await deps.promotion.readState(station),
  };
}

async function findPerson(deps: PrizeDeps, request: HistoryRequest): Promise<Person | null> {
  const { db } = deps.calls;
  const { station, call } = request;
  if (call !== null) {
    const { caller } = call;
    const number = call.number ?? call.givenNumber;
    return { number, name: caller?.name ?? null, caller: caller?.id ?? null };
  }
  if (request.number === undefined) {
    return null;
  }
  const number = requireE164(request.number);
  const caller = await findLastCaller(db, station, number);
  return { number, name: caller?.name ?? null, caller: caller?.id ?? null };
}

export function requireE164(written: string): string {
  const number = toE164(written);
  if (number === null) {
    throw new ApiError("not_a_number", {
      fields: { number: "must_be_number" },
    });
  }
  return number;
}

async function findHousehold(
  { calls: { db } }: PrizeDeps,
  station: string,
  { number, caller }: Person,
): Promise<Household | null> {
  if (number === null) {
    return null;
  }
  const { household } = await findWinRules(db, station);
  return { station, caller, number, addressKey: null, household };
}

async function judge(
  { calls: { db, clock }, promotion }: PrizeDeps,
  { person, of }: { person: Person; of: Household | null },
): Promise<PrizeListener> {
  const { number, name } = person;
  const known = { number, name, numberDisplay: displayNumber(number) };
  if (of === null) {
    return { ...known, mayWin: false, hold: null };
  }
  const own = findHold(await findCountedWins(db, of), await findWinRules(db, of.station));
  const outside = await promotion.askCaller(of);
  const hold = laterHold(own, outside?.hold ?? null);
  return { ...known, mayWin: mayWin(hold, findStationDay(new Date(clock.now()))), hold };
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
