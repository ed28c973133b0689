import { sql, type Kysely } from "kysely";

// One exchange or one account carries every station's calls, so neither belongs to a station.
const telephony = sql`
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

/** Trunks and the account that are set in the admin area; passwords are sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await telephony.execute(db);
}
