import * as z from "zod/mini";

import type { StationDetails } from "@linedesk/contract";
import { areHolidays, type HoursText, readHours, readSpans, writeHours } from "./hours-text.ts";
import { given, numberOrNone, urlOrNone } from "./use-checked-form.ts";

const MINUTE_S = 60;

/** The station's details as typed; an empty text means none. */
export interface StationFields {
  name: string;
  liveProgrammeUrl: string;
  holdMusicUrl: string;
  lineClosedUrl: string;
  linesBusyUrl: string;
  lineClosedWords: string;
  linesBusyWords: string;
  maxDialMinutes: string;
  forwardTo: string;
  priorityLine: string;
  hours: HoursText;
  logo: string;
  colour: string;
}

interface Sentences {
  needed: string;
  urlWrong: string;
  numberWrong: string;
  minutesWrong: string;
  spansWrong: string;
  timeZoneWrong: string;
  holidaysWrong: string;
}

const MAX_MINUTES = 1_440;

function isMinutes(text: string): boolean {
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_MINUTES;
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    // Intl throws for an unknown time zone.
    return false;
  }
}

export function toStationSchema(words: Sentences) {
  const url = urlOrNone(words.urlWrong);
  const span = z.string().check(z.refine((text) => readSpans(text) !== null, words.spansWrong));
  return z.object({
    name: given(words.needed),
    liveProgrammeUrl: url,
    holdMusicUrl: url,
    lineClosedUrl: url,
    linesBusyUrl: url,
    lineClosedWords: z.string(),
    linesBusyWords: z.string(),
    maxDialMinutes: z.string().check(z.refine(isMinutes, words.minutesWrong)),
    forwardTo: numberOrNone(words.numberWrong),
    priorityLine: z.string(),
    hours: z.object({
      timeZone: z.string().check(z.refine((name) => isTimeZone(name.trim()), words.timeZoneWrong)),
      days: z.array(span),
      holidays: z
        .array(z.object({ day: z.string(), name: z.string() }))
        .check(z.refine(areHolidays, words.holidaysWrong)),
    }),
    logo: z.string(),
    colour: z.string(),
  });
}

export function toFields(details: StationDetails): StationFields {
  return {
    name: details.name,
    liveProgrammeUrl: details.liveProgrammeUrl ?? "",
    holdMusicUrl: details.holdMusicUrl ?? "",
    lineClosedUrl: details.lineClosedUrl ?? "",
    linesBusyUrl: details.linesBusyUrl ?? "",
    lineClosedWords: details.lineClosedWords ?? "",
    linesBusyWords: details.linesBusyWords ?? "",
    maxDialMinutes: String(Math.round(details.maxDialS / MINUTE_S)),
    forwardTo: details.forwardTo ?? "",
    priorityLine: details.priorityLine ?? "",
    hours: writeHours(details.openingHours),
    logo: details.logo ?? "",
    colour: details.colour ?? "",
  };
}

export function toDetails(fields: StationFields): Omit<StationDetails, "callSign"> {
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return {
    name: fields.name.trim(),
    liveProgrammeUrl: orNull(fields.liveProgrammeUrl),
    holdMusicUrl: orNull(fields.holdMusicUrl),
    lineClosedUrl: orNull(fields.lineClosedUrl),
    linesBusyUrl: orNull(fields.linesBusyUrl),
    lineClosedWords: orNull(fields.lineClosedWords),
    linesBusyWords: orNull(fields.linesBusyWords),
    maxDialS: Number(fields.maxDialMinutes) * MINUTE_S,
    forwardTo: orNull(fields.forwardTo),
    priorityLine: orNull(fields.priorityLine),
    openingHours: readHours(fields.hours),
    logo: orNull(fields.logo),
    colour: orNull(fields.colour),
  };
}
