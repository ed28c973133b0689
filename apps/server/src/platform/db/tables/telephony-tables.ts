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

export interface VoiceTokenTable {
  session_id: string;
  user_id: string;
  issued_at: Date;
}

/** What 010-telephone makes for the telephony service, and 037-voice-token. */
export interface TelephonyTables {
  telephony_state: TelephonyStateTable;
  telephony_resource: TelephonyResourceTable;
  care_turn: CareTurnTable;
  voice_token: VoiceTokenTable;
}
