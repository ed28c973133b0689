import type { AudioServerTables } from "./audio-server-tables.ts";
import { type BaseTables } from "./base-tables.ts";
import type { CallTables } from "./call-tables.ts";
import type { CallerTables } from "./caller-tables.ts";
import type { ChatTables } from "./chat-tables.ts";
import type { ContactTables } from "./contact-tables.ts";
import type { ContestTables } from "./contest-tables.ts";
import type { IntegrationTables } from "./integration-tables.ts";
import type { PreflightTables } from "./preflight-tables.ts";
import type { PrizeTables } from "./prize-tables.ts";
import type { SessionTables } from "./session-tables.ts";
import type { StationTables } from "./station-tables.ts";
import type { TelephonyTables } from "./telephony-tables.ts";

/** Every table of the product: a feature adds its own interface to this list. */
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
    PreflightTables,
    PrizeTables,
    IntegrationTables,
    StationTables,
    TelephonyTables {}
