import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import { findRootFolder } from "@linedesk/base";
import { ArchiveWriter } from "../../backup/archive/archive-writer.ts";
import { readSettings } from "../../config/config.ts";
import { readExchangeMetrics } from "../../telephony/exchange-load.ts";
import { readRunningStation } from "../context/running-station.ts";
import { type CommandContext, CommandError, type Subcommand } from "../context/subcommand.ts";
import { withDatabase } from "../context/with-database.ts";
import { readDatabaseFacts } from "../doctor/probes/database-facts-store.ts";
import { describeFolder, describeMachine } from "../support/describe-machine.ts";
import { describeSettings } from "../support/describe-settings.ts";
import { listNames, listTableFigures } from "../support/list-names-store.ts";
import { listSecrets } from "../support/list-secrets.ts";
import { maskLog, type MaskOptions, maskReport, maskSentence } from "../support/mask-log.ts";
import { maskMetrics } from "../support/mask-metrics.ts";
import { listNameWords } from "../support/mask-names.ts";
import { readLogs } from "../support/read-logs.ts";
import { examine } from "./doctor.ts";
import { readStatus } from "./status.ts";

const ASK_TIMEOUT_MS = 3_000;

const ABOUT = `This file describes a station of Linedesk to somebody who helps: versions, settings, findings of the
doctor, figures and the ends of the logs. Secrets, telephone numbers, e-mail addresses and the names
of people in the database are masked. Names of stations, lines and trunks, and addresses of machines
are not. Read it before you send it.
`;

export const support: Subcommand = {
  name: "support",
  usage: "[DIR]",
  summary: "Writes one file with logs, versions and figures, for somebody who helps.",
  details: [
    "The file contains the settings, the findings of the doctor, the status, figures of database and",
    "parts, and the ends of the logs and of the journal. Secrets, telephone numbers, e-mail addresses",
    "and the names in the database are masked. While the database does not answer, texts that may",
    "contain a name are left out. Without DIR the file is in the current folder.",
  ],
  options: {},
  async run(context) {
    const [given = "."] = context.args;
    if (context.args.length > 1) {
      throw new CommandError('"linedesk support" needs at most one folder.');
    }
    const at = new Date();
    const dir = resolve(given);
    await mkdir(dir, { recursive: true });
    const name = `linedesk-support-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.tar.gz`;
    const path = join(dir, name);
    const entries = await gather(context, at);
    const bytes = await write(path, entries, { at, signal: context.signal });
    context.printJson({ path, bytes, files: Object.keys(entries) });
    context.print(`${path} contains ${Object.keys(entries).length} files, ${bytes} bytes.`);
    context.print("Secrets, numbers and names are masked. Read it before you send it.");
    return 0;
  },
};

type Entries = Record<string, string>;

async function write(
  path: string,
  entries: Entries,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<number> {
  const archive = new ArchiveWriter(path, { at, signal, onProgress: () => undefined });
  try {
    for (const [name, text] of Object.entries(entries)) {
      await archive.addBytes(name, Buffer.from(text));
    }
    return await archive.close();
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function gather(context: CommandContext, at: Date): Promise<Entries> {
  const { env } = context;
  const dataDir = resolve(env["LINEDESK_DATA"] ?? readSettings({}).LINEDESK_DATA);
  const database = await readDatabase(env);
  const names = database === null ? null : listNameWords(database.names);
  const masks: MaskOptions = { secrets: await listSecrets(env, dataDir), names };
  const mask = (text: string) => maskSentence(text, masks);
  const metrics = await readMetrics(env);
  const json = (value: unknown) => `${JSON.stringify(maskReport(value, masks), null, 1)}\n`;
  return {
    "read-me.txt": ABOUT,
    "versions.json": json(describeMachine(findRootFolder().version, at)),
    "settings.txt": `${describeSettings(env, mask).join("\n")}\n`,
    "doctor.json": json(await examine(env)),
    "status.json": json(await readStatus(context).catch(describeError)),
    "database.json": json(database === null ? "The database does not answer." : database.figures),
    "folder.json": json(await describeFolder(dataDir).catch(describeError)),
    "metrics/server.txt": maskMetrics(metrics.server, masks),
    "metrics/exchange.txt": maskMetrics(metrics.exchange, masks),
    ...Object.fromEntries(
      (await readLogs(dataDir)).map(({ name, text }) => [`logs/${name}`, maskLog(text, masks)]),
    ),
  };
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns `null` when the database does not answer. */
async function readDatabase(env: CommandContext["env"]) {
  try {
    return await withDatabase(env, async (db) => ({
      names: await listNames(db),
      figures: { ...(await readDatabaseFacts(db)), sizes: await listTableFigures(db) },
    }));
  } catch {
    // The findings of the doctor contain the reason.
    return null;
  }
}

async function readMetrics(env: CommandContext["env"]) {
  const { server, exchange } = await readRunningStation(env);
  const url = exchange?.exchangeUrl ?? server?.exchangeUrl ?? "";
  return {
    server: server === null ? "" : await readText(`${server.internalUrl}/metrics`),
    exchange: (await readExchangeMetrics(url === "" ? null : url)) ?? "",
  };
}

async function readText(url: string): Promise<string> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })).text();
  } catch {
    // The part does not answer, and the status shows this.
    return "";
  }
}
