import { COSTLY_PREFIXES } from "@linedesk/base";
import type { Settings } from "./settings.ts";

/** How much may be dialled; 0 is no bound. */
export interface DialCaps {
  callsPerMinute: number;
  concurrent: number;
  minutesPerDay: number;
}

/** What the desk may dial: prefixes in E.164 as the exchange has them, and caps of its own. */
export interface DiallingConfig {
  allowed: readonly string[];
  /** A longer allowed prefix wins over each. */
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
