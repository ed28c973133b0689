import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { hasCode } from "@linedesk/base";
import { lockEmbeddedDatabase } from "../../backup/claim-data-folder.ts";
import { withClient } from "../../backup/database/with-client.ts";
import { moveDatabase } from "../../backup/move-database.ts";
import { openEmbeddedDatabase } from "../../backup/open-embedded-database.ts";
import { readSettings } from "../../config/config.ts";
import { settings } from "../../config/settings.ts";
import { prepareDatabase } from "../../supervisor/prepare-database.ts";
import { Progress } from "../context/progress.ts";
import { readRunningStation } from "../context/running-station.ts";
import { type CommandContext, CommandError, type Subcommand } from "../context/subcommand.ts";
import { findOwnerUrl } from "../context/with-database.ts";
import { describeRefusal } from "../doctor/probes/describe-refusal.ts";

export const database: Subcommand = {
  name: "database",
  usage: "move URL",
  summary: "Moves the embedded database to a PostgreSQL of your own.",
  details: [
    "The new database must be empty, of PostgreSQL 15 to 18, and owned by the role of --owner, which",
    "migrates it from then on. Without --owner the role of URL must own it. Instead of an address, name a",
    "file that contains the address, so that the list of processes does not show its password. The station",
    "must be stopped; --while-running copies the present state, and later changes are not copied. The",
    "embedded database is not changed, and recordings and sounds stay in their folder.",
  ],
  options: { owner: { type: "string" }, "while-running": { type: "boolean" } },
  async run(context) {
    const [action, given, ...more] = context.args;
    if (action !== "move" || given === undefined || more.length > 0) {
      throw new CommandError('"linedesk database move" needs the address of the new database.');
    }
    const server = await readAddress("DATABASE_URL", given);
    const { owner: givenOwner } = context.options;
    const owner =
      typeof givenOwner === "string" ? await readAddress("DATABASE_OWNER_URL", givenOwner) : null;
    const target = { server: server.url, owner: owner?.url ?? server.url };
    const source = await openSource(context);
    try {
      const moved = await copy(context, source.url, target);
      const lines = [server.line, ...(owner === null ? [] : [owner.line])];
      context.printJson({ ...moved, settings: lines, left: source.dir });
      describe(moved, lines, source.dir).forEach(context.print);
      return 0;
    } finally {
      await source.close();
    }
  },
};

interface Address {
  url: string;
  /** The line for the settings that names the new database. */
  line: string;
}

type AddressSetting = "DATABASE_URL" | "DATABASE_OWNER_URL";

/** Reads an address, or the file that contains one. */
async function readAddress(name: AddressSetting, given: string): Promise<Address> {
  const isFile = !given.includes("://");
  const text = isFile ? (await readFile(given, "utf8")).trim() : given;
  const read = settings[name].schema.safeParse(text);
  if (!read.success || read.data === undefined) {
    throw new CommandError(
      `${isFile ? `The content of ${given}` : "The address of the new database"} must be ${settings[name].expected}.`,
    );
  }
  return {
    url: read.data,
    line: isFile ? `${name}_FILE=${resolve(given)}` : `${name}=${given}`,
  };
}

interface Source {
  url: string;
  dir: string;
  close: () => Promise<void>;
}

/** Runs the embedded database, or uses the one that the station runs. */
async function openSource({ env, options }: CommandContext): Promise<Source> {
  const { LINEDESK_DATA, DATABASE_URL } = readSettings({ ...env });
  if (DATABASE_URL !== undefined) {
    throw new CommandError(
      "DATABASE_URL is set, so the station does not use the embedded database. linedesk backup and linedesk restore move any other database.",
    );
  }
  const dataDir = resolve(LINEDESK_DATA);
  const dir = join(dataDir, "postgres");
  if (!existsSync(join(dir, "PG_VERSION"))) {
    throw new CommandError(`${dataDir} contains no embedded database.`);
  }
  const { server } = await readRunningStation(env);
  if (server === null) {
    return openStopped(dataDir, dir);
  }
  if (options["while-running"] !== true) {
    throw new CommandError(
      "The station runs. Stop it first (systemctl stop linedesk), or copy its present state with --while-running.",
    );
  }
  return { url: await findOwnerUrl(env), dir, close: async () => undefined };
}

async function openStopped(dataDir: string, dir: string): Promise<Source> {
  const unlock = lockEmbeddedDatabase(dataDir);
  try {
    const { url, stop } = await openEmbeddedDatabase(dataDir);
    return { url, dir, close: () => stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

interface Moved {
  major: number;
  tables: number;
  rows: number;
}

async function copy(
  { print }: CommandContext,
  sourceUrl: string,
  target: { server: string; owner: string },
): Promise<Moved> {
  await requireLogin(target.owner, "the owner's address");
  await requireLogin(target.server, "the new address");
  const progress = new Progress(print);
  const moved = await moveDatabase({
    sourceUrl,
    targetUrl: target.owner,
    onProgress: (done, expected) => progress.show(done, expected),
  });
  // The next start would prepare the database too. This preparation proves that both addresses
  // work.
  await prepareDatabase({ ownerUrl: target.owner, serverUrl: target.server });
  return moved;
}

/** Before the first start, the server's role can log in, but may have no right to the database. */
const NO_RIGHT_YET = "42501";

async function requireLogin(url: string, name: string): Promise<void> {
  try {
    await withClient(url, async () => undefined);
  } catch (error) {
    if (hasCode(error, NO_RIGHT_YET)) {
      return;
    }
    const { text, advice } = describeRefusal(error, name);
    throw new CommandError([text, advice].join(" "), { cause: error });
  }
}

function describe({ major, tables, rows }: Moved, lines: readonly string[], dir: string): string[] {
  return [
    `PostgreSQL ${major} has all ${rows} rows of ${tables} tables.`,
    "",
    "Add to /etc/linedesk/linedesk.env (in a clone: to the environment), and start the station:",
    ...lines.map((line) => `  ${line}`),
    "",
    `The embedded database in ${dir} is unchanged. Without these lines the station uses it again.`,
  ];
}
