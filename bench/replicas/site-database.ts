import { Client } from "pg";

export interface DatabaseAddresses {
  /** With the role of the servers. */
  url: string;
  /** With the superuser. */
  adminUrl: string;
}

/** The migration of a later release, which the servers do not know. */
const FUTURE = "999-a-later-release";

/** The database of a site, as its administrator sees it. */
export class SiteDatabase {
  readonly url: string;
  readonly adminUrl: string;
  readonly #name: string;

  constructor({ url, adminUrl }: DatabaseAddresses) {
    this.url = url;
    this.adminUrl = adminUrl;
    this.#name = new URL(url).pathname.slice(1);
  }

  /** Makes the database refuse each change, as a standby does after a failover. */
  async setReadOnly(isReadOnly: boolean): Promise<void> {
    const value = isReadOnly ? "on" : "off";
    await this.#run([
      `alter database ${this.#name} set default_transaction_read_only = ${value}`,
      `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${this.#name}' and pid <> pg_backend_pid()`,
    ]);
  }

  /** Migrates the database as a later release does. */
  async migrateFurther(): Promise<void> {
    await this.#run([
      `alter table station add column if not exists later_column text`,
      `insert into kysely_migration (name, timestamp) values ('${FUTURE}', now()::text)
         on conflict do nothing`,
    ]);
  }

  /** Returns the id of the server that leads telephony; `null` when none does. */
  async findLeader(): Promise<string | null> {
    const [row] = await this.#run([
      `select holder from leader_lease where name = 'telephony' and expires_at > clock_timestamp()`,
    ]);
    return (row as { holder: string } | undefined)?.holder ?? null;
  }

  /** Returns the rows of the last statement. */
  async #run(statements: readonly string[]): Promise<unknown[]> {
    const client = new Client({ connectionString: this.adminUrl });
    await client.connect();
    try {
      // A session of the administrator may change a read-only database.
      await client.query("set default_transaction_read_only = off");
      let rows: unknown[] = [];
      for (const statement of statements) {
        rows = (await client.query(statement)).rows as unknown[];
      }
      return rows;
    } finally {
      await client.end();
    }
  }
}
