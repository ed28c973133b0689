import type { Generated } from "kysely";

import { type PartState } from "@linedesk/contract";
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

/** What 010-telephone makes for the telephony service. */
export interface TelephonyTables {
  telephony_state: TelephonyStateTable;
  telephony_resource: TelephonyResourceTable;
  care_turn: CareTurnTable;
}
