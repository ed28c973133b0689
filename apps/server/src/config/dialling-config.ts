import { COSTLY_PREFIXES } from "@linedesk/base";
import type { Settings } from "./settings.ts";

export interface DialCaps {
  callsPerMinute: number;
  concurrent: number;
  minutesPerDay: number;
}

export interface DiallingConfig {
  allowed: readonly string[];
  refused: readonly string[];
  caps: { person: DialCaps; station: DialCaps };
}

export function buildDiallingConfig(given: Settings): DiallingConfig {
  return {
    allowed: given.DIAL_ALLOWED ?? ["+61"],
    refused: [...COSTLY_PREFIXES, ...(given.DIAL_REFUSED ?? [])],
    caps: {
      person: {
        callsPerMinute: given.DIAL_PERSON_CALLS_PER_MINUTE,
        concurrent: given.DIAL_PERSON_CONCURRENT,
        minutesPerDay: given.DIAL_PERSON_MINUTES_PER_DAY,
      },
      station: {
        callsPerMinute: given.DIAL_STATION_CALLS_PER_MINUTE,
        concurrent: given.DIAL_STATION_CONCURRENT,
        minutesPerDay: given.DIAL_STATION_MINUTES_PER_DAY,
      },
    },
  };
}
