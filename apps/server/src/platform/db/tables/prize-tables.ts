import type { ColumnType, Generated } from "kysely";

import type { WinStatus } from "@linedesk/contract";
import type { GivenTimestamp, Json, LaterJson, LaterTimestamp } from "./timestamp.ts";

export interface PrizeTable {
  id: string;
  station_id: string;
  name: string;
  value_cents: number;
  stock: number;
  retired: Generated<boolean>;
  version: Generated<number>;
}

export interface PrizeRuleTable {
  station_id: string;
  household: boolean;
  tiers: Json;
  /** The number of days after the win to collect it; `null` means no limit. */
  collect_days: Generated<number | null>;
}

export interface PrizeWinTable {
  id: string;
  station_id: string;
  call_id: string;
  prize_id: string;
  prize_name: string;
  value_cents: number;
  caller_id: string | null;
  number: string;
  name: string | null;
  address: string | null;
  address_key: string | null;
  won_at: GivenTimestamp;
  /** The day in Sydney. It is read as text, because a day has no time. */
  won_on: ColumnType<never, string, string>;
  recorded_by: string;
  exception: string | null;
  contest_entry_id: string | null;
  status: Generated<WinStatus>;
  status_by: string;
  status_at: GivenTimestamp;
  withdrawn_reason: Generated<string | null>;
  version: Generated<number>;
}

export interface PrizeDeliveryTable {
  win_id: string;
  station_id: string;
  next_at: GivenTimestamp;
  attempts: Generated<number>;
  delivered_at: LaterTimestamp;
}

export interface PrizeListenerTable {
  station_id: string;
  number: string;
  listener_id: string | null;
  hold: LaterJson;
  known_at: GivenTimestamp;
}

export interface PromotionSystemTable {
  id: Generated<boolean>;
  down_since: LaterTimestamp;
  url: string | null;
  secret: string | null;
}

export interface PrizeTables {
  prize: PrizeTable;
  prize_rule: PrizeRuleTable;
  prize_win: PrizeWinTable;
  prize_delivery: PrizeDeliveryTable;
  prize_listener: PrizeListenerTable;
  promotion_system: PromotionSystemTable;
}
