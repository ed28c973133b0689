import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { ring, startStation } from "@linedesk/testkit";
import { Browser } from "../support/auth-station.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { queryDatabase } from "../support/query-database.ts";
import { runLinedesk } from "../support/run-linedesk.ts";

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, "../../../../deploy/container/create-role.sh");
const LINE = "+61255500101";
const [SERVER, OWNER] = ["linedesk", "linedesk_owner"];

let postgres: OwnPostgres;
let folder = "";
let internalPort = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-own-"));
  postgres = await startOwnPostgres();
  internalPort = await findFreePort();
  const [ownerFile, serverFile] = [join(folder, "owner"), join(folder, "server")];
  await writeFile(ownerFile, "owner's-password");
  await writeFile(serverFile, "server-password");
  const files = { OWNER_PASSWORD_FILE: ownerFile, SERVER_PASSWORD_FILE: serverFile };
  await run("sh", [SCRIPT], { env: { ...process.env, ...postgres.env, ...files } });
});
afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function addressesOf(database: string) {
  return {
    DATABASE_URL: postgres.addressOf(database, SERVER, "server-password"),
    DATABASE_OWNER_URL: postgres.addressOf(database, OWNER, "owner's-password"),
  };
}

async function createDatabase(name: string) {
  await postgres.run(`create database ${name} owner ${OWNER}`);
  return addressesOf(name);
}

function linedesk(args: string[], env: Record<string, string>) {
  return runLinedesk(args, {
    NODE_ENV: "test",
    PORT: "0",
    SIP_PORT: "0",
    EXCHANGE_PORT: "0",
    ...env,
  });
}

async function examineDatabase(env: Record<string, string>) {
  const { output } = await linedesk(["doctor", "--json"], env);
  const { checks } = JSON.parse(output) as {
    checks: { check: string; state: string; text: string }[];
  };
  return checks
    .filter(({ check }) => check === "database")
    .map(({ state, text }) => `${state} ${text}`);
}

/**
 * Makes one call from the first ring to its end, with everything that the server writes during the
 * call.
 */
async function makeCall(station: Awaited<ReturnType<typeof startStation>>, from: string) {
  // The exchange learns the numbers of the lines in the first seconds after the start, and bans a
  // telephone that calls an unknown number often.
  await expect
    .poll(() => ringOnce(station, from), { timeout: 60_000, interval: 2_000 })
    .not.toBeNull();
}

/** Returns `null` when the exchange does not know the number yet. */
async function ringOnce(station: Awaited<ReturnType<typeof startStation>>, from: string) {
  const { host: address, port } = station.sip;
  const listener = await ring({ exchange: { address, port }, from, to: LINE });
  listener.say(440);
  const isAnswered = await listener.answered.then(
    () => true,
    () => false,
  );
  const find = () =>
    queryDatabase<{ ended_at: Date | null }>(
      station.databaseUrl,
      "select ended_at from call where number = $1",
      [from],
    );
  if (isAnswered) {
    await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(1);
  }
  await listener.close();
  if (!isAnswered) {
    return null;
  }
  await expect
    .poll(async () => (await find())[0]?.ended_at, { timeout: 60_000 })
    .toBeInstanceOf(Date);
  return from;
}

const TIMEOUT_MS = 300_000;

/**
 * Starts a station on a folder that an earlier start has used. The exchange calls the server at the
 * port of that start, so the port stays the same.
 */
function start(dataDir: string, env: Record<string, string> = {}) {
  return startStation({ dataDir, env: { INTERNAL_PORT: String(internalPort), ...env } });
}

test(
  "[SR68] the roles of the container's script run a station, a backup by pg_dump and a restore, and the doctor finds no unnecessary right",
  async () => {
    const env = addressesOf("linedesk");
    const dataDir = join(folder, "first");
    {
      await using station = await start(dataDir, env);
      await makeCall(station, "+61491570801");
      expect(await examineDatabase({ ...env, LINEDESK_DATA: dataDir })).toEqual([
        expect.stringMatching(/^right PostgreSQL 15\..* answers\.$/),
        "right The role linedesk has the rights that the server needs, and no others.",
        "right The role of DATABASE_OWNER_URL owns the tables.",
      ]);
      for (const text of [
        "delete from audit_entry",
        "set session_replication_role = replica",
        "copy audit_entry from program 'echo'",
        "create table x (n int)",
      ]) {
        await expect(queryDatabase(env.DATABASE_URL, text)).rejects.toThrow(
          /permission denied|must be superuser/,
        );
      }
      const server = await readEnvironment((await station.pid("server")) ?? 0);
      expect(server).not.toContain("owner's-password");
      const backups = join(folder, "backups");
      const made = await linedesk(["backup", backups, "--json"], {
        ...env,
        LINEDESK_DATA: dataDir,
      });
      expect([made.code, made.output]).toEqual([0, made.output]);
      expect(JSON.parse(made.output)).toMatchObject({ method: "dump" });
    }
    const [backup = ""] = (await readdir(join(folder, "backups"))).filter((name) =>
      name.endsWith(".tar.gz"),
    );
    const other = { ...(await createDatabase("restored")), LINEDESK_DATA: join(folder, "second") };
    const restored = await linedesk(["restore", join(folder, "backups", backup)], other);
    expect(restored).toMatchObject({ code: 0 });
    const listed = await linedesk(["station", "list"], other);
    expect(listed).toMatchObject({ code: 0, output: expect.stringContaining("lines") });

    await using again = await start(other.LINEDESK_DATA, other);
    expect(
      await queryDatabase(other.DATABASE_URL, "select from call where number = '+61491570801'"),
    ).toHaveLength(1);
    await makeCall(again, "+61491570802");
    await expect(queryDatabase(other.DATABASE_URL, "truncate audit_entry")).rejects.toThrow(
      "permission denied",
    );
  },
  TIMEOUT_MS,
);

async function readEnvironment(pid: number): Promise<string> {
  const { stdout } = await run("cat", [`/proc/${pid}/environ`]);
  return stdout;
}

test(
  "[SR66] [SR68] a station with one role works, the doctor names the rights of the role, and the station changes to two roles",
  async () => {
    await postgres.run("create role single login password 'of-one-role'");
    await postgres.run("create database single owner single");
    const one = { DATABASE_URL: postgres.addressOf("single", "single", "of-one-role") };
    const dataDir = join(folder, "single");
    {
      await using station = await start(dataDir, one);
      await makeCall(station, "+61491570803");
      expect(await examineDatabase({ ...one, LINEDESK_DATA: dataDir })).toEqual([
        expect.stringMatching(/^right PostgreSQL 15/),
        "warning The role single may do more than the server needs: it owns the audit entries and may create tables and functions.",
      ]);
    }
    const two = { ...one, DATABASE_OWNER_URL: addressesOf("single").DATABASE_OWNER_URL };
    await expect(start(dataDir, two)).rejects.toThrow(
      /The role of DATABASE_OWNER_URL does not own the table \w+, which belongs to single\./,
    );

    await postgres.run(`reassign owned by single to ${OWNER}`, "single");

    await using station = await start(dataDir, two);
    await makeCall(station, "+61491570804");
    await expect(queryDatabase(one.DATABASE_URL, "delete from audit_entry")).rejects.toThrow(
      "permission denied",
    );
  },
  TIMEOUT_MS,
);

const stored = ["call", "caller", "contact", "membership", "prize_win", "station", "user"];

function readStored(url: string) {
  return Promise.all(
    stored.map((table) => queryDatabase(url, `select * from "${table}" t order by t::text`)),
  );
}

test(
  "[SR69] linedesk database move copies a trial with its calls, settings and secrets to an external PostgreSQL",
  async () => {
    const data = { LINEDESK_DATA: join(folder, "trial") };
    const [target, copy] = [await createDatabase("moved"), await createDatabase("copied")];
    const moveTo = ({ DATABASE_URL: url, DATABASE_OWNER_URL: owner }: typeof target) =>
      ["database", "move", url, "--owner", owner] as const;
    let before: unknown[] = [];
    let secrets = {};
    {
      await using trial = await start(data.LINEDESK_DATA);
      await makeCall(trial, "+61491570805");
      before = await readStored(trial.databaseUrl);
      secrets = await trial.secrets();
      const refused = await linedesk([...moveTo(target)], data);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("Stop it first") });
      const copied = await linedesk([...moveTo(copy), "--while-running"], data);
      expect(copied).toMatchObject({ code: 0 });
      expect(await readStored(copy.DATABASE_OWNER_URL)).toEqual(before);
    }

    const moved = await linedesk([...moveTo(target), "--json"], data);

    expect([moved.code, moved.output]).toEqual([0, moved.output]);
    const settings = Object.entries(target).map(([name, url]) => `${name}=${url}`);
    expect(JSON.parse(moved.output)).toMatchObject({ major: 15, settings });
    expect(await linedesk([...moveTo(target)], data)).toEqual({
      code: 1,
      output: "The new database already has the data of a station. Name an empty database.\n",
    });
    {
      await using station = await start(data.LINEDESK_DATA, target);
      expect(await readStored(target.DATABASE_URL)).toEqual(before);
      expect(await station.secrets()).toEqual(secrets);
      await new Browser(station.url).signIn("Alice");
      await makeCall(station, "+61491570806");
    }
    await using old = await start(data.LINEDESK_DATA);
    expect(await readStored(old.databaseUrl)).toEqual(before);
  },
  TIMEOUT_MS,
);
