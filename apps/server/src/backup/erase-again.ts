import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod";

import { hasCode } from "@linedesk/base";
import { MAIN_SERVICE } from "../config/main-service.ts";
import { eraseCaller, type ErasureDeps } from "../erasure/erase-caller.ts";
import type { LoggedErasure } from "../erasure/erasure-log.ts";
import { systemActor } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";

interface Restored {
  db: Db;
  /** The restored folder of the exchange. */
  exchange: string;
  /** The file to which later erasures are added. */
  logPath: string;
}

/**
 * Repeats the erasure of each person who was erased after the backup, in the database and among the
 * calls and recordings of the exchange. Returns the number of people.
 */
export async function eraseAgain(
  { db, exchange, logPath }: Restored,
  erasures: readonly LoggedErasure[],
): Promise<number> {
  const forgotten = new Set<string>();
  const deps: ErasureDeps = {
    db,
    logPath,
    services: createForgetfulServices(exchange, forgotten),
  };
  let erased = 0;
  for (const { station, callers } of erasures) {
    for (const caller of callers) {
      erased += (await eraseOne(deps, station, caller)) ? 1 : 0;
    }
  }
  await forgetInExchange(exchange, [...forgotten]);
  return erased;
}

/** Returns false for a caller whom the backup does not contain. */
async function eraseOne(deps: ErasureDeps, station: string, caller: string): Promise<boolean> {
  const reason = "Erased again after the restore of an older backup";
  const erasure = { station, caller, reason, dryRun: false, actor: systemActor, isRestored: true };
  try {
    await eraseCaller(deps, erasure);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.reason === "no_such_caller") {
      return false;
    }
    throw error;
  }
}

/**
 * Replaces the exchange, which does not run during a restore. The ids of calls come from the files
 * of the exchange. Requests to forget a call or recording are collected in `forgotten`.
 */
function createForgetfulServices(
  exchange: string,
  forgotten: Set<string>,
): ErasureDeps["services"] {
  async function note(sid: string) {
    forgotten.add(sid);
    return "done" as const;
  }
  const one = {
    service: MAIN_SERVICE,
    telephony: {
      forgetCall: note,
      recordings: { remove: note },
      listCallsWith: (number: string) => listCallsWith(exchange, number),
    },
  };
  // The backup contains the files of this machine's exchange, whatever its name is.
  return { all: [one], of: () => one };
}

const storedCall = z.object({
  row: z.object({ record: z.object({ sid: z.string(), from: z.string(), to: z.string() }) }),
});

async function listCallsWith(exchange: string, number: string) {
  const lines = await readLines(join(exchange, "calls.jsonl"));
  return lines
    .filter((line) => line.includes(number))
    .flatMap(readCall)
    .filter(({ from, to }) => from === number || to === number);
}

function readCall(line: string) {
  try {
    return [storedCall.parse(JSON.parse(line)).row.record];
  } catch {
    // The exchange skips an incomplete line too.
    return [];
  }
}

async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, "utf8")).split("\n");
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return [];
    }
    throw error;
  }
}

async function forgetInExchange(folder: string, sids: readonly string[]): Promise<void> {
  if (sids.length === 0) {
    return;
  }
  function isAbout(text: string): boolean {
    return sids.some((sid) => text.includes(sid));
  }
  const recordings = join(folder, "recordings");
  for (const name of (await listFolder(recordings)).filter(isAbout)) {
    await rm(join(recordings, name), { force: true });
  }
  for (const name of (await listFolder(folder)).filter((one) => one.endsWith(".jsonl"))) {
    const lines = await readLines(join(folder, name));
    const rest = lines.filter((line) => !isAbout(line));
    await writeFile(join(folder, name), rest.join("\n"), { mode: 0o600 });
  }
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return [];
    }
    throw error;
  }
}
