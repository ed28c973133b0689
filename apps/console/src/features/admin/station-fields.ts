import type { StationDetails } from "@linedesk/contract";
import { type HoursText, readHours, writeHours } from "./hours-text.ts";

const MINUTE_S = 60;

/** The station's details as they are typed; empty is none. */
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
