import type { ColumnType, Generated, JSONColumnType } from "kysely";

import type { Role } from "@linedesk/contract";
import type { CallTables } from "./call-tables.ts";
import type { CallerTables } from "./caller-tables.ts";
import type { StationTables } from "./station-tables.ts";

/** `timestamptz`; the database's clock unless given. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** `timestamptz` that is not set yet. */
export type LaterTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
/** `jsonb`; written as a string so that arrays and null are JSON too. Parse with zod when read. */
export type Json = JSONColumnType<object>;

export interface UserTable {
  id: string;
  name: string;
  email: string | null;
  /** Who vouches for the person, and under which name: the OpenID Connect issuer and subject. */
  issuer: string | null;
  subject: string | null;
  created_at: Timestamp;
  disabled_at: LaterTimestamp;
}

export interface StationTable {
  id: string;
  call_sign: string;
  name: string;
  created_at: Timestamp;
}

export interface MembershipTable {
  user_id: string;
  station_id: string;
  role: Role;
  from_group: Generated<boolean>;
  created_at: Timestamp;
}

export interface UserSettingTable {
  user_id: string;
  settings: Json;
  updated_at: Timestamp;
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

export interface StationSeqTable {
  station_id: string;
  seq: number;
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

export interface WebhookReceiptTable {
  token: string;
  received_at: Timestamp;
}

/** What 001-base makes. */
export interface BaseTables {
  user: UserTable;
  station: StationTable;
  membership: MembershipTable;
  user_setting: UserSettingTable;
  audit_entry: AuditEntryTable;
  station_seq: StationSeqTable;
  outbox: OutboxTable;
  webhook_receipt: WebhookReceiptTable;
}

/** Every table of the product: a feature adds its own interface to this list. */
export interface Tables extends BaseTables, CallTables, CallerTables, StationTables {}
