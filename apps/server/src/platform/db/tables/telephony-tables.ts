import type { Generated } from "kysely";

import type { PartState, TrunkSetup } from "@linedesk/contract";
import type { GivenTimestamp } from "./timestamp.ts";

export interface TrunkTable {
  id: string;
  name: string;
  /** The first host. */
  host: string;
  further_hosts: Generated<string[]>;
  transport: TrunkSetup["transport"];
  username: string | null;
  password: string | null;
  registers: boolean;
  number_format: TrunkSetup["numberFormat"];
  domain: string | null;
  authority: string | null;
  keep_alive_s: Generated<number>;
  sources: Generated<string[]>;
  challenges: Generated<boolean>;
  registrar: string | null;
  registers_as: string | null;
  expires_s: Generated<number>;
  channels: number | null;
  priority: Generated<number>;
  codecs: Generated<TrunkSetup["codecs"]>;
  encryption: Generated<TrunkSetup["encryption"]>;
  keys_in_clear: Generated<boolean>;
  digits: Generated<TrunkSetup["digits"]>;
  carries: Generated<string[]>;
  caller_id: string | null;
  country: Generated<string>;
  national_prefix: Generated<string>;
  international_prefix: Generated<string>;
  emergency: Generated<boolean>;
  asserts_identity: Generated<boolean>;
  /** Is true when the trunk answers OPTIONS, so that its state can be checked. */
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
  service_state: { service: string; state: PartState; since: GivenTimestamp };
  service_resource: { service: string; name: string; sid: string };
  station_queue: { station_id: string; service: string; sid: string };
  care_turn: { name: string; taken_at: GivenTimestamp };
  voice_token: { session_id: string; user_id: string; issued_at: Date };
  voice_withdrawal: { identity: string; void_at: Date };
  trunk: TrunkTable;
  telephony_account: TelephonyAccountTable;
}
