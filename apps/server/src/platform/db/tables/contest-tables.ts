import type { Generated } from "kysely";

import type { ContestOutcome } from "@linedesk/contract";
import type { GivenTimestamp, LaterTimestamp } from "./timestamp.ts";

export interface ContestTable {
  id: string;
  station_id: string;
  phone_line_id: string;
  caller_count: number;
  counted: Generated<number>;
  early_text: string;
  late_text: string;
  started_at: GivenTimestamp;
  started_by: string;
  started_by_id: string | null;
  ended_at: LaterTimestamp;
}

export interface ContestEntryTable {
  id: string;
  seq: Generated<number>;
  contest_id: string;
  call_id: string;
  at: GivenTimestamp;
  number: string | null;
  name: string | null;
  ordinal: number | null;
  outcome: ContestOutcome;
}

export interface ContestTables {
  contest: ContestTable;
  contest_entry: ContestEntryTable;
}
