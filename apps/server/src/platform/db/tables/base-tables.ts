import type { Generated } from "kysely";

import type { NumbersFrom, RecordingMode, Role } from "@linedesk/contract";
import type { Json, LaterTimestamp, Timestamp } from "./timestamp.ts";

export interface UserTable {
  id: string;
  name: string;
  email: string | null;
  issuer: string | null;
  subject: string | null;
  created_at: Timestamp;
  disabled_at: LaterTimestamp;
  owner: Generated<boolean>;
}

export interface StationTable {
  id: string;
  call_sign: string;
  name: string;
  created_at: Timestamp;
  requires_air_ready: Generated<boolean>;
  allows_dump: Generated<boolean>;
  call_back_digit: Generated<string | null>;
  logo: Generated<string | null>;
  colour: Generated<string | null>;
  numbers_from: Generated<NumbersFrom>;
  recording_mode: Generated<RecordingMode>;
  recording_notice_words: Generated<string | null>;
  recording_notice_url: Generated<string | null>;
}

export interface MembershipTable {
  user_id: string;
  station_id: string;
  role: Role;
  from_group: Generated<boolean>;
  group_name: Generated<string | null>;
  created_at: Timestamp;
}

export interface AuditEntryTable {
  id: string;
  at: Timestamp;
  user_id: string | null;
  station_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string | null;
  details: Json;
  address: string | null;
  request_id: string | null;
}

export interface OutboxTable {
  id: Generated<number>;
  channel: string;
  event: string;
  payload: Json;
  station_id: string | null;
  seq: number | null;
  created_at: Timestamp;
  sent_at: LaterTimestamp;
}

export interface BaseTables {
  user: UserTable;
  station: StationTable;
  membership: MembershipTable;
  user_setting: { user_id: string; settings: Json; updated_at: Timestamp };
  audit_entry: AuditEntryTable;
  station_seq: { station_id: string; seq: number };
  outbox: OutboxTable;
  webhook_receipt: { token: string; received_at: Timestamp };
}
