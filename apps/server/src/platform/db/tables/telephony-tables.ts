import type { Generated } from "kysely";

import type { PartState, TrunkSetup } from "@linedesk/contract";
import type { GivenTimestamp } from "./timestamp.ts";

export interface TelephonyStateTable {
  id: Generated<boolean>;
  state: PartState;
  since: GivenTimestamp;
}

export interface TelephonyResourceTable {
  name: string;
  sid: string;
}

export interface CareTurnTable {
  name: string;
  taken_at: GivenTimestamp;
}

export interface VoiceTokenTable {
  session_id: string;
  user_id: string;
  issued_at: Date;
}

export interface VoiceWithdrawalTable {
  identity: string;
  void_at: Date;
}

export interface TrunkTable {
  id: string;
  name: string;
  host: string;
  transport: TrunkSetup["transport"];
  username: string | null;
  password: string | null;
  registers: boolean;
  number_format: TrunkSetup["numberFormat"];
  /** Whether it answers OPTIONS, so that it can be asked after. */
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
  telephony_state: TelephonyStateTable;
  telephony_resource: TelephonyResourceTable;
  care_turn: CareTurnTable;
  voice_token: VoiceTokenTable;
  voice_withdrawal: VoiceWithdrawalTable;
  trunk: TrunkTable;
  telephony_account: TelephonyAccountTable;
}
