import { sql } from "kysely";

import { audioServerLogs, audioServers } from "../baseline/audio-servers.ts";
import { auditDetails, auditYear, refuseChange, retention } from "../baseline/audit.ts";
import { wordFolding } from "../baseline/caller-search.ts";
import { figures, touchedFigures } from "../baseline/figures.ts";
import { integrations } from "../baseline/integrations.ts";
import { recordings } from "../baseline/legs.ts";
import { household, prizes, promotion } from "../baseline/prizes.ts";
import { callerIds, stationSounds } from "../baseline/stations.ts";
import { trunks, voiceWithdrawals } from "../baseline/telephony.ts";
import type { EarlierSteps } from "./call-steps.ts";

export const stationSteps: EarlierSteps = {
  "044-prize": [prizes, household, promotion],
  "048-owner": [sql`alter table "user" add column owner boolean not null default false`],
  "049-registers": [
    sql`alter table flag
      add column icon text,
      add column effect text not null default 'mark'
        check (effect in ('mark', 'to_back', 'block')),
      add column retired boolean not null default false`,
    sql`create index caller_flag_flag on caller_flag (flag_id)`,
    sql`alter table phone_line
      add column withheld text not null default 'accept'
        check (withheld in ('accept', 'to_back', 'reject')),
      add column withheld_words text check (length(withheld_words) between 1 and 300)`,
    sql`alter table call add column sent_back boolean not null default false`,
    callerIds,
    refuseChange,
  ],
  "050-analytics": [
    figures,
    sql`create index if not exists prize_win_day on prize_win (station_id, won_on)`,
    touchedFigures,
    sql`insert into figure_touched (station_id, unit, start)
      select distinct station_id, 'day', (arrived_at at time zone 'Australia/Sydney')::date
      from call where ended_at is not null`,
  ],
  "051-watch": [
    integrations,
    retention,
    sql`create index audit_entry_log on audit_entry (station_id, id desc)`,
    refuseChange,
    auditYear,
  ],
  "052-audio-server": [
    audioServers,
    sql`alter table claim add column audio_server_id uuid`,
    sql`alter table call_leg add column audio_server_id uuid`,
    sql`create index claim_audio_server on claim (audio_server_id, line)
      where audio_server_id is not null and used_at is null and lapsed_at is null`,
    sql`create index call_leg_audio_server on call_leg (audio_server_id, line)
      where audio_server_id is not null and left_at is null`,
  ],
  "053-board": [
    sql`alter table station
      add column logo text check (length(logo) <= 200000),
      add column colour text check (colour ~ '^#[0-9a-f]{6}$')`,
    sql`alter table station_telephony
      add column forward_to text,
      add column opening_hours jsonb,
      add column line_closed_words text check (length(line_closed_words) <= 500),
      add column lines_busy_words text check (length(lines_busy_words) <= 500),
      add column rehearsal_until timestamptz`,
    sql`alter table phone_line
      add column loop_started_at timestamptz,
      add column loop_reached_at timestamptz,
      add column loop_failure text`,
    sql`alter table call add column rehearsal boolean not null default false`,
  ],
  "054-telephony": [trunks],
  "055-station-sound": [stationSounds],
  "056-numbers-from": [
    sql`alter table station add column numbers_from text
      check (numbers_from in ('presenter', 'producer', 'admin', 'owner', 'nobody'))`,
  ],
  "058-people": [
    wordFolding,
    // Names in plain Latin letters have the same words as before, so only others are indexed again.
    sql`select index_caller(id) from caller
      where concat(name, location) ~ '[^\\u0001-\\u007f]' and merged_into is null`,
    sql`update contact set
        words = caller_words(concat_ws(' ', name, array_to_string(tags, ' ')))
          || caller_number_words(number)
          || array(select w from unnest(past_numbers) as n, unnest(caller_number_words(n)) as w),
        sort_name = array_to_string(array(
          select word from regexp_split_to_table(fold_text(name), '[\\s[:punct:]]+')
            with ordinality as split (word, at) where word <> '' order by at), ' ')
      where concat(name, array_to_string(tags, ' ')) ~ '[^\\u0001-\\u007f]'`,
    sql`alter table prize_rule add column if not exists collect_days integer
      check (collect_days between 1 and 730)`,
    sql`alter table prize_win
      add column if not exists withdrawn_reason text,
      drop constraint prize_win_status_check,
      add constraint prize_win_status_check
        check (status in ('to_collect', 'collected', 'sent', 'expired', 'withdrawn'))`,
    sql`create index if not exists prize_win_to_collect on prize_win (station_id, won_on)
      where status = 'to_collect'`,
    household,
  ],
  "061-audio-server-log": [audioServerLogs],
  "067-contact-order": [
    // A contact without a name sorts by the last three digits, so that its position reveals no
    // other digit.
    sql`update contact set sort_name = right(replace(sort_name, ' ', ''), 3)
      where sort_name ~ '^[0-9 ]+$' and length(replace(sort_name, ' ', '')) >= 8`,
  ],
  "070-recording": [
    recordings,
    sql`alter table call
      add column recording text check (recording in ('announcing', 'running', 'paused'))`,
    sql`alter table station
      add column recording_mode text not null default 'off'
        check (recording_mode in ('off', 'on_request', 'every_call')),
      add column recording_notice_words text check (length(recording_notice_words) <= 500),
      add column recording_notice_url text,
      add check (recording_mode = 'off' or recording_notice_words is not null
        or recording_notice_url is not null)`,
    sql`alter table retention_period
      drop constraint retention_period_kind_check,
      add constraint retention_period_kind_check
        check (kind in ('calls', 'notes', 'chat', 'quality', 'recordings', 'audit'))`,
  ],
  "081-promotion-address": [
    sql`alter table promotion_system
      add column if not exists url text,
      add column if not exists secret text,
      drop constraint if exists promotion_system_check,
      add constraint promotion_system_check check ((url is null) = (secret is null))`,
  ],
  "101-webhook-numbers": [
    sql`alter table integration
      add column if not exists whole_numbers boolean not null default false`,
  ],
  "102-voice-withdrawal": [voiceWithdrawals],
  "103-own-number": [sql`alter table phone_line add column is_own boolean not null default true`],
  "104-number-order": [
    sql`alter table caller_number
      add column position bigint not null generated always as identity`,
  ],
  "111-pairing-maker": [
    sql`alter table audio_server add column if not exists code_by uuid references "user"`,
  ],
  "112-merged-wins": [household],
  "120-audit-details": [auditDetails],
  "121-contest-starter": [
    sql`alter table contest add column if not exists started_by_id uuid references "user"`,
  ],
  "122-membership-group": [sql`alter table membership add column group_name text`],
};
