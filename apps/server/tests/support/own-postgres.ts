import { execFile } from "node:child_process";
import { access, chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { findFreePort } from "@linedesk/base";
import { spawnIds } from "../../src/supervisor/postgres/postgres-options.ts";
import { choosePostgresUser } from "../../src/supervisor/postgres/postgres-user.ts";
import { queryDatabase } from "./query-database.ts";

const run = promisify(execFile);
/** The programs of the version that Debian 12 has. */
const PROGRAMS = "/usr/lib/postgresql/15/bin";
const PASSWORD = "of-the-superuser";

export interface OwnPostgres extends AsyncDisposable {
  /** The environment of `psql`, with the superuser. */
  env: Record<string, string>;
  /** Returns the address of a database with a role. */
  addressOf: (database: string, role: string, password: string) => string;
  /** Runs a statement as the superuser. */
  run: (text: string, database?: string) => Promise<unknown[]>;
}

/** Starts Debian's PostgreSQL with a new cluster, in which only the superuser exists. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  await access(join(PROGRAMS, "initdb")).catch(() => {
    throw new Error("PostgreSQL is missing: apt-get install -y postgresql-15");
  });
  const folder = await mkdtemp(join(tmpdir(), "linedesk-own-postgres-"));
  await chmod(folder, 0o755);
  const ids = spawnIds(await choosePostgresUser([PROGRAMS, folder]));
  const [dir, passwordFile] = [join(folder, "data"), join(folder, "password")];
  await writeFile(passwordFile, PASSWORD);
  for (const path of ids.uid === undefined ? [] : [folder, passwordFile]) {
    await chown(path, ids.uid ?? 0, ids.gid ?? 0);
  }
  const flags = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  const own = [`--pgdata=${dir}`, "--username=postgres", `--pwfile=${passwordFile}`];
  await run(join(PROGRAMS, "initdb"), [...flags, ...own], { ...ids, cwd: "/" });
  const port = await findFreePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const log = join(folder, "log");
  const control = (...args: string[]) =>
    run(join(PROGRAMS, "pg_ctl"), [...args, "-w", "-D", dir], { ...ids, cwd: "/" });
  await control("start", "-o", settings, "-l", log);
  const addressOf = (database: string, role: string, password: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
  const runStatement = (text: string, database = "postgres") =>
    queryDatabase(addressOf(database, "postgres", PASSWORD), text);
  return {
    env: { PGHOST: "127.0.0.1", PGPORT: String(port), PGPASSWORD: PASSWORD },
    addressOf,
    run: runStatement,
    async [Symbol.asyncDispose]() {
      await control("stop", "-m", "immediate");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
