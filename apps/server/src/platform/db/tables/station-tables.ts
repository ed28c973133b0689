import type { Generated } from "kysely";

import type { DeviceLine } from "@linedesk/contract";
import type { Json } from "./json.ts";
import type { GivenTimestamp, Timestamp } from "./timestamp.ts";

export interface StationTelephonyTable {
  station_id: string;
  hold_music_url: string | null;
  live_programme_url: string | null;
  line_closed_url: string | null;
  lines_busy_url: string | null;
  max_dial_s: Generated<number>;
  queue_sid: string | null;
}

export interface PhoneLineTable {
  id: string;
  station_id: string;
  name: string;
  number: string;
  open: Generated<boolean>;
  priority: Generated<boolean>;
  hold_music_url: string | null;
  line_closed_url: string | null;
  forward_to: string | null;
  created_at: Timestamp;
}

export interface StationLineFeedTable {
  station_id: string;
  line: DeviceLine;
  feeds_air: boolean;
}

export interface SeatTable {
  station_id: string;
  user_id: string;
  beat_at: GivenTimestamp;
  asleep: Generated<boolean>;
  lines: Json;
}

/** What 010-telephone makes for stations, and 035-seat. */
export interface StationTables {
  station_telephony: StationTelephonyTable;
  phone_line: PhoneLineTable;
  station_line_feed: StationLineFeedTable;
  seat: SeatTable;
}
