import type { Generated } from "kysely";

import type { FlagKind } from "@linedesk/contract";
import type { LaterTimestamp, Timestamp } from "./timestamp.ts";

export interface CallerTable {
  id: string;
  station_id: string;
  name: string | null;
  location: string | null;
  blocked: Generated<boolean>;
  ended_calls: Generated<number>;
  last_call_at: LaterTimestamp;
  created_at: Timestamp;
}

export interface CallerNumberTable {
  station_id: string;
  number: string;
  caller_id: string;
}

export interface FlagTable {
  id: string;
  station_id: string;
  name: string;
  colour: string;
  kind: Generated<FlagKind>;
  hidden_by_default: Generated<boolean>;
}

export interface CallerFlagTable {
  caller_id: string;
  flag_id: string;
  reason: Generated<string>;
}

/** What 010-telephone makes for callers. */
export interface CallerTables {
  caller: CallerTable;
  caller_number: CallerNumberTable;
  flag: FlagTable;
  caller_flag: CallerFlagTable;
}
