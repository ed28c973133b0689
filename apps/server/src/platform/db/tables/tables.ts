import type { AudioServerTables } from "./audio-server-tables.ts";
import type { BaseTables } from "./base-tables.ts";
import type { CallTables } from "./call-tables.ts";
import type { CallerTables } from "./caller-tables.ts";
import type { ChatTables } from "./chat-tables.ts";
import type { ContactTables } from "./contact-tables.ts";
import type { ContestTables } from "./contest-tables.ts";
import type { InstanceTables } from "./instance-tables.ts";
import type { IntegrationTables } from "./integration-tables.ts";
import type { PrizeTables } from "./prize-tables.ts";
import type { StationTables } from "./station-tables.ts";
import type { TelephonyTables } from "./telephony-tables.ts";
import type { GivenTimestamp, Json } from "./timestamp.ts";

/** Every table of the product. A feature adds its own interface to this list. */
export interface Tables
  extends
    AudioServerTables,
    BaseTables,
    SessionTables,
    CallTables,
    CallerTables,
    ChatTables,
    ContactTables,
    ContestTables,
    InstanceTables,
    PreflightTables,
    PrizeTables,
    IntegrationTables,
    StationTables,
    TelephonyTables {}

interface SessionTable {
  id: string;
  token_hash: Buffer;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  id_token_hint: string | null;
  user_agent: string | null;
}

interface SessionTables {
  session: SessionTable;
}

interface PreflightReportTable {
  id: string;
  user_id: string;
  at: GivenTimestamp;
  outcome: Json;
}

interface PreflightTables {
  preflight_report: PreflightReportTable;
}
