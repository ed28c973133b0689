import type { Generated } from "kysely";

import type { Json, LaterTimestamp, Timestamp } from "./timestamp.ts";

export interface ServerInstanceTable {
  id: string;
  name: string;
  version: string;
  internal_url: string;
  secrets: Json;
  started_at: Date;
  expires_at: Date;
  telephony: Generated<"up" | "down" | "unknown">;
  reached: Generated<string[]>;
}

export interface HubMemberTable {
  id: Generated<number>;
  instance_id: string;
  socket_id: string;
  channel: string;
  user_id: string;
  info: Json;
}

export interface SsoRecordTable {
  model: string;
  id_hash: string;
  payload: string;
  uid_hash: string | null;
  grant_id_hash: string | null;
  consumed_at: LaterTimestamp;
  expires_at: Date;
}

export interface InstanceTables {
  hub_member: HubMemberTable;
  hub_channel: { instance_id: string; channel: string; subscribers: number };
  hub_message: { id: string; body: string; created_at: Timestamp };
  console_build: { entry: string; names: string[]; stored_at: Date };
  console_asset: { name: string; content: Buffer };
  sso_record: SsoRecordTable;
  sso_key: { id: number; keys: string };
  server_instance: ServerInstanceTable;
  leader_lease: { name: string; holder: string; expires_at: Date };
}
