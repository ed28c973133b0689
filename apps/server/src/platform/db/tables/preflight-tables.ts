import type { Json } from "./json.ts";
import type { GivenTimestamp } from "./timestamp.ts";

export interface PreflightReportTable {
  id: string;
  user_id: string;
  at: GivenTimestamp;
  outcome: Json;
}

export interface PreflightTables {
  preflight_report: PreflightReportTable;
}
