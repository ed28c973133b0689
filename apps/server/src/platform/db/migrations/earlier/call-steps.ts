import { type RawBuilder, sql } from "kysely";

import { callerSearch, wordFolding } from "../baseline/caller-search.ts";
import { callerChanges } from "../baseline/callers.ts";
import { contacts } from "../baseline/contacts.ts";
import { contests } from "../baseline/contests.ts";
import { conferences } from "../baseline/legs.ts";
import { seats } from "../baseline/people.ts";
import { chat } from "../baseline/realtime.ts";
import { preflightReports, voiceTokens } from "../baseline/telephony.ts";

export const callSteps: EarlierSteps = {
  "020-shared-number": [
    sql`alter table caller_number
      drop constraint caller_number_pkey, add primary key (station_id, number, caller_id)`,
  ],
  "030-due-calls": [
    sql`alter table call add column due_at timestamptz`,
    sql`update call
      set desk = jsonb_set(desk, '{leaving}', jsonb_build_object(
        'reason', desk->'leaving', 'by', null, 'until', null, 'wasBridged', false))
      where ended_at is null and jsonb_typeof(desk->'leaving') = 'string'`,
  ],
  "031-lines-busy": [sql`alter table station_telephony add column lines_busy_url text`],
  "032-dialled-calls": [
    sql`alter table call
      add column dialled_by uuid,
      add column dialled_at timestamptz,
      add column dial_limit_s integer check (dial_limit_s between 1 and 86400),
      add column call_back jsonb`,
    sql`create index call_dialled on call (station_id, dialled_at desc)
      where dialled_at is not null`,
  ],
  "033-conference": [
    conferences,
    sql`alter table call_leg add column conference_id uuid`,
    sql`create index call_leg_conference on call_leg (conference_id)
      where conference_id is not null`,
  ],
  "034-quality-report": [sql`alter table call_quality add column report jsonb`, preflightReports],
  "035-seat": [
    seats,
    sql`alter table call_event
      add column user_id uuid, add column step smallint not null default 0`,
  ],
  "036-contest": [
    contests,
    sql`alter table call
      add column given_number text,
      add column radio_off boolean not null default false,
      add column agreed_to_air boolean not null default false`,
    sql`alter table station add column requires_air_ready boolean not null default false`,
  ],
  "037-voice-token": [voiceTokens],
  "038-talkback": [
    sql`alter table conference_member
      add column if not exists talkback boolean not null default false`,
  ],
  "039-callers": [
    sql`alter table call add column programme_audible boolean not null default false`,
    sql`alter table station
      add column call_back_digit text check (call_back_digit ~ '^[0-9*#]$')`,
  ],
  "040-contact": [contacts],
  "041-chat": [chat],
  "042-people": [
    sql`alter table caller
      add column note text not null default '' check (length(note) <= 1000),
      add column changed_by text,
      add column merged_into uuid references caller on delete cascade`,
    sql`create index caller_merged on caller (merged_into) where merged_into is not null;
      create index caller_by_last_call on caller (station_id, last_call_at desc, id desc)
        where last_call_at is not null and merged_into is null`,
    sql`alter table caller_flag add column until timestamptz`,
    sql`create index caller_flag_until on caller_flag (until) where until is not null`,
    callerChanges,
    wordFolding,
    callerSearch,
    sql`select index_caller(id) from caller`,
  ],
};

export type EarlierSteps = Record<string, readonly RawBuilder<unknown>[]>;
