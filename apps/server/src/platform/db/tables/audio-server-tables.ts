import type { Role } from "@linedesk/contract";
import type { LaterTimestamp, Timestamp } from "./timestamp.ts";

export interface AudioServerTable {
  id: string;
  station_id: string;
  name: string;
  key_hash: Buffer | null;
  code_hash: Buffer | null;
  code_expires_at: LaterTimestamp;
  code_by: string | null;
  paired_at: LaterTimestamp;
  last_seen_at: LaterTimestamp;
  created_at: Timestamp;
}

export interface DevicePresetTable {
  id: string;
  station_id: string;
  name: string;
  line1: string | null;
  line2: string | null;
  line1_feeds_air: boolean | null;
  line2_feeds_air: boolean | null;
  seat_of: Role | null;
}

export interface AudioServerLogTable {
  audio_server_id: string;
  request_id: string;
  requested_at: LaterTimestamp;
  text: string | null;
}

export interface AudioServerTables {
  audio_server_log: AudioServerLogTable;
  audio_server: AudioServerTable;
  device_preset: DevicePresetTable;
}
