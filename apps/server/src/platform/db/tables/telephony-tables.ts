import type { Generated } from "kysely";

import type { PartState, TrunkSetup } from "@linedesk/contract";
import type { GivenTimestamp } from "./timestamp.ts";

export interface TrunkTable {
  id: string;
  name: string;
  host: string;
  transport: TrunkSetup["transport"];
  username: string | null;
  password: string | null;
  registers: boolean;
  number_format: TrunkSetup["numberFormat"];
  /** True when the trunk answers OPTIONS, so that its state can be checked. */
  asks: Generated<boolean>;
  created_at: GivenTimestamp;
  version: Generated<number>;
}

export interface TelephonyAccountTable {
  id: Generated<number>;
  account_sid: string;
  auth_token: string;
  api_key: string;
  api_secret: string;
  chosen_at: GivenTimestamp;
}

export interface TelephonyTables {
  telephony_state: { id: Generated<boolean>; state: PartState; since: GivenTimestamp };
  telephony_resource: { name: string; sid: string };
  care_turn: { name: string; taken_at: GivenTimestamp };
  voice_token: { session_id: string; user_id: string; issued_at: Date };
  voice_withdrawal: { identity: string; void_at: Date };
  trunk: TrunkTable;
  telephony_account: TelephonyAccountTable;
}
