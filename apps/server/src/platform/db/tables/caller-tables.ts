import type { Generated, GeneratedAlways } from "kysely";

import type { FlagEffect, FlagKind } from "@linedesk/contract";
import type { Json } from "./json.ts";
import type { GivenTimestamp, LaterTimestamp, Timestamp } from "./timestamp.ts";

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
  /** The name of the person who changed it last. */
  changed_by: string | null;
  /** The caller of whom it has become a part. */
  merged_into: string | null;
}

export interface CallerNumberTable {
  station_id: string;
  number: string;
  caller_id: string;
  /** Which was given earlier stands before. */
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
  /** Offered no more, and without effect, until it is brought back. */
  retired: Generated<boolean>;
}

export interface CallerFlagTable {
  caller_id: string;
  flag_id: string;
  reason: Generated<string>;
  /** When the flag goes by itself. */
  until: LaterTimestamp;
}

export interface CallerWordTable {
  caller_id: string;
  word: string;
  station_id: string;
}

export interface CallerChangeTable {
  id: string;
  station_id: string;
  kind: "merge" | "split";
  /** The caller that stays. */
  caller_id: string;
  /** The caller that was merged into it, or split from it. */
  other_id: string;
  by_name: string;
  at: GivenTimestamp;
  undone_at: LaterTimestamp;
  /** What an undo gives back. */
  stored: Json;
}

/** What 010-telephone and 042-people make for callers. */
export interface CallerTables {
  caller: CallerTable;
  caller_number: CallerNumberTable;
  flag: FlagTable;
  caller_flag: CallerFlagTable;
  caller_word: CallerWordTable;
  caller_change: CallerChangeTable;
}
