import { readFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod";

import { hasCode } from "@linedesk/base";
import { readSettings } from "../../config/config.ts";
import { processIdentity } from "../../supervisor/orphaned-processes.ts";
import { reportOf } from "../../supervisor/scope.ts";
import { CommandError } from "./subcommand.ts";

const report = z.object({
  supervisor: z.number(),
  parts: z.record(z.string(), z.number().nullable()),
  marks: z.record(z.string(), z.string()),
  ready: z.boolean(),
  url: z.string(),
  internalUrl: z.string(),
  exchangeUrl: z.string(),
  sip: z.object({ host: z.string(), port: z.number() }),
  databaseUrl: z.string(),
  // The report of an earlier version does not contain this address.
  databaseOwnerUrl: z.string().default(""),
});
export type Report = z.output<typeof report>;

/** The reports of the supervisors on a data folder; `null` for a supervisor that does not run. */
export interface RunningStation {
  dataDir: string;
  server: Report | null;
  exchange: Report | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the reports of the supervisors that run on the data folder of the settings. */
export async function readRunningStation(env: Environment): Promise<RunningStation> {
  const { LINEDESK_DATA: dataDir } = readSettings({ ...env });
  const [server, exchange] = [
    await readReport(join(dataDir, reportOf("server"))),
    await readReport(join(dataDir, reportOf("exchange"))),
  ];
  return { dataDir, server, exchange };
}

/** Returns the running station. Throws `CommandError` when no part of it runs. */
export async function requireRunningStation(env: Environment): Promise<RunningStation> {
  const station = await readRunningStation(env);
  if (station.server === null && station.exchange === null) {
    throw new CommandError(`No station runs on ${station.dataDir}.`);
  }
  return station;
}

/**
 * Returns the process id of a part from the report of its supervisor, or `null` while the part
 * restarts.
 */
export function findPart({ server, exchange }: RunningStation, name: string): number | null {
  const owner = [exchange, server].find((one) => one !== null && name in one.parts);
  return owner?.parts[name] ?? null;
}

async function readReport(path: string): Promise<Report | null> {
  const text = await readText(path);
  const read = text === null ? null : report.safeParse(JSON.parse(text));
  if (read?.success !== true) {
    return null;
  }
  // The report of a supervisor that was killed stays in the folder.
  return processIdentity(read.data.supervisor) === null ? null : read.data;
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return null;
    }
    if (hasCode(error, "EACCES")) {
      throw new CommandError(`${path} cannot be read. Run the command as root.`, { cause: error });
    }
    throw error;
  }
}
