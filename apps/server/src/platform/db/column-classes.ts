/**
 * The classes of columns that can contain text:
 *
 * - `code`: states, ids, hashes and secrets of our own; no words of a person.
 * - `own`: the station's own settings, sounds, numbers and names of things.
 * - `staff`: the people who work here. The erasure of a caller leaves them.
 * - `person`: the data of one caller. The erasure deletes the row or empties the column.
 * - `words`: text about calls and callers, in which the erasure replaces a caller's name and number.
 * - `derived`: a copy for searches, events or deliveries. The erasure removes it with its source.
 */
export type ColumnClass = "code" | "own" | "staff" | "person" | "words" | "derived";

/**
 * The class of every text, JSON and byte column of the schema. The erasure, the export of a number
 * and their test read this table. A new column without a class fails the test.
 */
export const columnClasses: Readonly<Record<string, Readonly<Record<string, ColumnClass>>>> = {
  audio_server: { name: "own", key_hash: "code", code_hash: "code" },
  audio_server_log: { text: "own" },
  audit_entry: {
    action: "code",
    subject_type: "code",
    details: "person",
    address: "staff",
    request_id: "code",
  },
  call: {
    direction: "code",
    call_sid: "code",
    earlier_sids: "code",
    number: "person",
    given_number: "person",
    dial_extension: "person",
    call_state: "code",
    desk: "code",
    seen_in_room: "code",
    conference_sid: "code",
    description: "words",
    call_back: "code",
    recording: "code",
    reason: "code",
  },
  call_event: { type: "code", payload: "code" },
  call_leg: { sid: "code", kind: "code", user_name: "staff", line: "code" },
  call_quality: { samples: "code", report: "person" },
  caller: { name: "person", location: "words", note: "words", changed_by: "staff" },
  caller_change: { kind: "code", by_name: "staff", stored: "words" },
  caller_flag: { reason: "words" },
  caller_id: { number: "own", name: "own", state: "code", code: "code", service_sid: "code" },
  caller_number: { number: "person" },
  caller_word: { word: "derived" },
  care_turn: { name: "code" },
  chat_message: { user_name: "staff", text: "words", mentions: "staff", card: "words" },
  claim: { user_name: "staff", line: "code", leg_sid: "code" },
  contact: {
    show: "own",
    number: "person",
    name: "words",
    sort_name: "words",
    tags: "words",
    note: "words",
    past_numbers: "person",
    words: "derived",
    changed_by: "staff",
  },
  contest: { early_text: "own", late_text: "own", started_by: "staff" },
  contest_entry: { number: "person", name: "person", outcome: "code" },
  cut_off: { was: "code", user_name: "staff", line: "code" },
  device_preset: { name: "own", seat_of: "staff" },
  figure_touched: { unit: "code" },
  flag: { name: "own", colour: "own", icon: "own", kind: "code", effect: "code" },
  hour_figure: { direction: "code" },
  integration: { kind: "code", name: "own", url: "own", events: "code", secret: "code" },
  integration_delivery: { event: "code", payload: "words", error: "code" },
  kysely_migration: { name: "code", timestamp: "code" },
  membership: { role: "code", group_name: "staff" },
  now_playing: { title: "own", artist: "own" },
  outbox: { channel: "code", event: "code", payload: "derived" },
  people_figure: { unit: "code" },
  phone_line: {
    name: "own",
    number: "own",
    hold_music_url: "own",
    line_closed_url: "own",
    forward_to: "own",
    withheld: "code",
    withheld_words: "own",
    loop_failure: "code",
  },
  preflight_report: { outcome: "staff" },
  prize: { name: "own" },
  prize_listener: { number: "person", listener_id: "person", hold: "person" },
  prize_rule: { tiers: "own" },
  prize_win: {
    prize_name: "own",
    number: "person",
    name: "words",
    address: "words",
    address_key: "words",
    recorded_by: "staff",
    exception: "words",
    status: "code",
    status_by: "staff",
    withdrawn_reason: "words",
  },
  promotion_system: { url: "own", secret: "code" },
  recording: { state: "code", notice_words: "own", notice_url: "own", service_sid: "code" },
  retention_period: { kind: "code" },
  schema_floor: { migration: "code", oldest_release: "code", oldest_migration: "code" },
  seat: { lines: "staff" },
  session: { token_hash: "code", id_token_hint: "staff", user_agent: "staff" },
  station: {
    call_sign: "own",
    name: "own",
    call_back_digit: "own",
    logo: "own",
    colour: "own",
    numbers_from: "code",
    recording_mode: "code",
    recording_notice_words: "own",
    recording_notice_url: "own",
  },
  station_line_feed: { line: "code" },
  station_sound: { name: "own", format: "code", bytes: "own" },
  station_telephony: {
    hold_music_url: "own",
    live_programme_url: "own",
    line_closed_url: "own",
    line_closed_words: "own",
    lines_busy_url: "own",
    lines_busy_words: "own",
    queue_sid: "code",
    forward_to: "own",
    opening_hours: "own",
  },
  telephony_account: {
    account_sid: "code",
    auth_token: "code",
    api_key: "code",
    api_secret: "code",
  },
  telephony_resource: { name: "code", sid: "code" },
  telephony_state: { state: "code" },
  trunk: {
    name: "own",
    host: "own",
    transport: "code",
    username: "own",
    password: "code",
    number_format: "code",
  },
  user: { name: "staff", email: "staff", issuer: "code", subject: "staff" },
  user_setting: { settings: "staff" },
  voice_withdrawal: { identity: "code" },
  webhook_receipt: { token: "code" },
};

/** Returns the columns of a class as `[table, column]`. */
export function listColumns(of: ColumnClass): [string, string][] {
  return Object.entries(columnClasses).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, found]): [string, string][] =>
      found === of ? [[table, column]] : [],
    ),
  );
}
