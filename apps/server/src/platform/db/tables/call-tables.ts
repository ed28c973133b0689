import type { Generated } from "kysely";

import type {
  CallDirection,
  CutOffWas,
  DeviceLine,
  EndReason,
  LiveRecording,
} from "@linedesk/contract";
import type { GivenTimestamp, Json, LaterJson, LaterTimestamp } from "./timestamp.ts";

export interface CallTable {
  id: string;
  arrived_at: GivenTimestamp;
  station_id: string;
  phone_line_id: string | null;
  direction: CallDirection;
  call_sid: string | null;
  /** The sids that the call had before `call_sid`. */
  earlier_sids: Generated<string[]>;
  number: string | null;
  caller_id: string | null;
  call_state: Json;
  desk: Json;
  seen_in_room: LaterJson;
  conference_sid: string | null;
  next: Generated<boolean>;
  locked: Generated<boolean>;
  pinned: Generated<boolean>;
  position: number | null;
  description: Generated<string>;
  earlier_calls: Generated<number>;
  last_call_at: LaterTimestamp;
  answered_at: LaterTimestamp;
  answered_by: string | null;
  ended_at: LaterTimestamp;
  reason: EndReason | null;
  due_at: LaterTimestamp;
  dialled_by: string | null;
  dialled_at: LaterTimestamp;
  dial_limit_s: number | null;
  dial_extension: string | null;
  call_back: LaterJson;
  given_number: string | null;
  radio_off: Generated<boolean>;
  agreed_to_air: Generated<boolean>;
  programme_audible: Generated<boolean>;
  /** Is true when the number is withheld and the line sends such callers to the back. */
  sent_back: Generated<boolean>;
  rehearsal: Generated<boolean>;
  recording: Generated<LiveRecording | null>;
  service: Generated<string>;
  changed_at: GivenTimestamp;
}

export interface CallEventTable {
  id: string;
  call_id: string;
  at: GivenTimestamp;
  type: string;
  payload: Json;
  /** The user; `null` for the telephone network, the server, and older rows. */
  user_id: string | null;
  /** The position of the event within one change. */
  step: Generated<number>;
}

export interface CutOffTable {
  call_id: string;
  station_id: string;
  at: GivenTimestamp;
  was: CutOffWas;
  since: GivenTimestamp;
  user_id: string | null;
  user_name: string | null;
  line: DeviceLine | null;
  again_call_id: string | null;
  released_at: LaterTimestamp;
}

export interface CallLegTable {
  sid: string;
  call_id: string;
  kind: "caller" | "operator";
  user_id: string | null;
  user_name: string | null;
  line: DeviceLine | null;
  feeds_air: Generated<boolean>;
  released: Generated<boolean>;
  created_at: GivenTimestamp;
  joined_at: LaterTimestamp;
  left_at: LaterTimestamp;
  conference_id: string | null;
  audio_server_id: Generated<string | null>;
  service: Generated<string>;
}

export interface ConferenceTable {
  id: string;
  station_id: string;
  started_by: string;
  started_at: GivenTimestamp;
  ended_at: LaterTimestamp;
}

export interface ConferenceMemberTable {
  conference_id: string;
  call_id: string;
  joined_at: GivenTimestamp;
  left_at: LaterTimestamp;
  muted: Generated<boolean>;
  on_hold: Generated<boolean>;
  talkback: Generated<boolean>;
}

export interface ClaimTable {
  id: string;
  call_id: string;
  user_id: string;
  user_name: string;
  line: DeviceLine;
  feeds_air: boolean;
  made_at: GivenTimestamp;
  expires_at: GivenTimestamp;
  used_at: LaterTimestamp;
  leg_sid: string | null;
  lapsed_at: LaterTimestamp;
  audio_server_id: Generated<string | null>;
  service: Generated<string>;
}

export interface CallQualityTable {
  id: string;
  call_id: string;
  user_id: string;
  at: GivenTimestamp;
  samples: Json;
  report: LaterJson;
}

export interface RecordingTable {
  id: string;
  station_id: string;
  call_id: string;
  state: LiveRecording | "stored" | "failed";
  /** The person who requested the recording; `null` when the station records each call. */
  requested_by: string | null;
  requested_at: GivenTimestamp;
  /** The notice to the caller and its end. Nothing is recorded before the end of the notice. */
  notice_words: string | null;
  notice_url: string | null;
  announced_at: LaterTimestamp;
  started_at: LaterTimestamp;
  ended_at: LaterTimestamp;
  duration_s: number | null;
  /** The id at the telephony service; `null` before the start and after the deletion. */
  service_sid: string | null;
  service: Generated<string>;
  deleted_at: LaterTimestamp;
}

export interface CallTables {
  call: CallTable;
  call_event: CallEventTable;
  call_leg: CallLegTable;
  cut_off: CutOffTable;
  conference: ConferenceTable;
  conference_member: ConferenceMemberTable;
  claim: ClaimTable;
  call_quality: CallQualityTable;
  recording: RecordingTable;
}
