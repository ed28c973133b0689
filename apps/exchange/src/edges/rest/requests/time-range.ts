import { z } from "zod";

import { RefusedError } from "@linedesk/base";
import { CODES } from "./error-body.ts";

export interface TimeRange {
  after?: Date;
  before?: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The three filters `X`, `X>` and `X<` of a list, inclusive. `X` alone with a day is that whole
 * day, with a time that second. Null when one of them is no time.
 */
export function timeRange(exact?: string, from?: string, to?: string): TimeRange | null {
  const dates = [exact, from, to].map(parse);
  if (dates.some((date) => date !== undefined && Number.isNaN(date.getTime()))) {
    return null;
  }
  const [exactly, after, before] = dates;
  if (exactly !== undefined) {
    const lengthMs = isDay(exact) ? DAY_MS : 1000;
    return { after: exactly, before: new Date(exactly.getTime() + lengthMs - 1) };
  }
  return {
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}

/** The filters of that name in a query. Throws RefusedError when one is no time. */
export function parseTimeRange<Name extends string>(
  name: Name,
  query: { [Key in Name | `${Name}<` | `${Name}>`]?: string | undefined },
): TimeRange {
  const range = timeRange(query[name], query[`${name}>`], query[`${name}<`]);
  if (range === null) {
    throw new RefusedError(CODES.parameter, `Invalid value for '${name}'`);
  }
  return range;
}

const zoned = z.iso.datetime({ offset: true });
const unzoned = z.iso.datetime({ local: true });
/** As the API itself writes times. */
const WRITTEN = /^(?:\w{3}, )?(\d{1,2} \w{3} \d{4} \d{2}:\d{2}:\d{2}) (?:\+0000|GMT)$/;

/** An invalid Date for what is none; a time that names no zone is UTC. */
function parse(text: string | undefined): Date | undefined {
  if (text === undefined) {
    return undefined;
  }
  const isWhole = isDay(text) || zoned.safeParse(text).success || isWritten(text);
  if (isWhole) {
    return new Date(text);
  }
  return new Date(unzoned.safeParse(text).success ? `${text}Z` : Number.NaN);
}

/** Of a day that its month has: else the 31st of February were one of March. */
function isWritten(text: string): boolean {
  const written = WRITTEN.exec(text)?.[1]?.padStart("01 Jan 1970 00:00:00".length, "0");
  return written !== undefined && new Date(text).toUTCString().includes(written);
}

function isDay(text: string | undefined): boolean {
  return z.iso.date().safeParse(text).success;
}
