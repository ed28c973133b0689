import type { Generated, GeneratedAlways } from "kysely";

import type { FlagEffect, FlagKind } from "@linedesk/contract";
import type { GivenTimestamp, Json, LaterTimestamp, Timestamp } from "./timestamp.ts";

export interface CallerTable {
  id: string;
  station_id: string;
  name: string | null;
  location: string | null;
  blocked: Generated<boolean>;
  ended_calls: Generated<number>;
  last_call_at: LaterTimestamp;
  created_at: Timestamp;
  note: Generated<string>;
  changed_by: string | null;
  merged_into: string | null;
}

export interface CallerNumberTable {
  station_id: string;
  number: string;
  caller_id: string;
  position: GeneratedAlways<string>;
}

export interface FlagTable {
  id: string;
  station_id: string;
  name: string;
  colour: string;
  kind: Generated<FlagKind>;
  hidden_by_default: Generated<boolean>;
  icon: string | null;
  effect: Generated<FlagEffect>;
  /** Is true when the flag is not offered and has no effect until a person restores it. */
  retired: Generated<boolean>;
}

export interface CallerFlagTable {
  caller_id: string;
  flag_id: string;
  reason: Generated<string>;
  until: LaterTimestamp;
}

export interface CallerChangeTable {
  id: string;
  station_id: string;
  kind: "merge" | "split";
  caller_id: string;
  other_id: string;
  by_name: string;
  at: GivenTimestamp;
  undone_at: LaterTimestamp;
  stored: Json;
}

export interface CallerTables {
  caller: CallerTable;
  caller_number: CallerNumberTable;
  flag: FlagTable;
  caller_flag: CallerFlagTable;
  caller_word: { caller_id: string; word: string; station_id: string };
  caller_change: CallerChangeTable;
}
