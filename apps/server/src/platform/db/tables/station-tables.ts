import type { Generated } from "kysely";

import type { CallerIdState, DeviceLine, WithheldRule } from "@linedesk/contract";
import type { GivenTimestamp, Json, LaterJson, LaterTimestamp, Timestamp } from "./timestamp.ts";

export interface StationTelephonyTable {
  station_id: string;
  hold_music_url: string | null;
  live_programme_url: string | null;
  line_closed_url: string | null;
  lines_busy_url: string | null;
  max_dial_s: Generated<number>;
  queue_sid: string | null;
  forward_to: string | null;
  opening_hours: LaterJson;
  line_closed_words: string | null;
  lines_busy_words: string | null;
  rehearsal_until: LaterTimestamp;
}

export interface PhoneLineTable {
  id: string;
  station_id: string;
  name: string;
  number: string;
  /**
   * Is true when the number is known to be the station's own, so that outgoing calls may show it.
   */
  is_own: Generated<boolean>;
  open: Generated<boolean>;
  priority: Generated<boolean>;
  hold_music_url: string | null;
  line_closed_url: string | null;
  forward_to: string | null;
  withheld: Generated<WithheldRule>;
  withheld_words: string | null;
  /** The last loop call: its start, its arrival, or the reason of its failure. */
  loop_started_at: LaterTimestamp;
  loop_reached_at: LaterTimestamp;
  loop_failure: string | null;
  created_at: Timestamp;
}

export interface SeatTable {
  station_id: string;
  user_id: string;
  beat_at: GivenTimestamp;
  asleep: Generated<boolean>;
  lines: Json;
}

/**
 * A number that does not belong to a phone line. When it is verified, outgoing calls may show it.
 */
export interface CallerIdTable {
  id: string;
  station_id: string;
  number: string;
  name: string;
  state: CallerIdState;
  code: string | null;
  requested_at: GivenTimestamp;
  verified_at: LaterTimestamp;
  service_sid: string | null;
  service: Generated<string>;
  in_use: Generated<boolean>;
}

export interface StationSoundTable {
  id: string;
  station_id: string;
  name: string;
  format: "wav" | "mp3" | "ogg";
  bytes: Buffer;
  created_at: Generated<Date>;
}

export interface StationTables {
  station_telephony: StationTelephonyTable;
  phone_line: PhoneLineTable;
  station_line_feed: { station_id: string; line: DeviceLine; feeds_air: boolean };
  seat: SeatTable;
  caller_id: CallerIdTable;
  station_sound: StationSoundTable;
}
