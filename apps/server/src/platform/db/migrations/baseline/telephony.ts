import { sql } from "kysely";

export const telephony = sql`
  create table telephony_state (
    id boolean primary key default true check (id),
    state text not null check (state in ('up', 'down')),
    since timestamptz not null
  );

  create table care_turn (
    name text primary key,
    taken_at timestamptz not null
  );

  create table telephony_resource (
    name text primary key,
    sid text not null
  );
`;

/** Trunks and the chosen account carry the calls of every station, so they belong to no station. */
export const trunks = sql`
  create table trunk (
    id uuid primary key,
    name text not null unique check (name ~ '^[A-Za-z0-9_-]{1,40}$'),
    host text not null check (length(host) between 1 and 255),
    transport text not null check (transport in ('udp', 'tcp', 'tls')),
    username text,
    password text,
    registers boolean not null,
    number_format text not null check (number_format in ('e164', 'digits', 'national')),
    asks boolean not null default true,
    created_at timestamptz not null,
    version integer not null default 1,
    check ((username is null) = (password is null)),
    check (not registers or username is not null)
  );

  create table telephony_account (
    id integer primary key default 1 check (id = 1),
    account_sid text not null,
    auth_token text not null,
    api_key text not null,
    api_secret text not null,
    chosen_at timestamptz not null
  );
`;

/**
 * The last voice token of each session. It has no foreign keys: the softphone of a deleted session
 * or person must end too.
 */
export const voiceTokens = sql`
  create table voice_token (
    session_id uuid primary key,
    user_id uuid not null,
    issued_at timestamptz not null
  );
  create index voice_token_of_user on voice_token (user_id);
`;

/**
 * Identities whose voice tokens are invalid, until the telephony service has withdrawn the tokens.
 */
export const voiceWithdrawals = sql`
  create table voice_withdrawal (
    identity text primary key,
    void_at timestamptz not null
  );
`;

export const preflightReports = sql`
  create table preflight_report (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    at timestamptz not null,
    outcome jsonb not null
  );
  create index preflight_report_of_user on preflight_report (user_id, id desc);
`;
