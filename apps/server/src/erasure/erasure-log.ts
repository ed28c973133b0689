import { open, readFile } from "node:fs/promises";

import * as z from "zod";

import { hasCode } from "@linedesk/base";

/** An erased person, with ids only and without a name or a number. */
const loggedErasure = z.object({
  at: z.iso.datetime(),
  station: z.uuid(),
  /** The caller and the callers that were merged into it. */
  callers: z.array(z.uuid()),
});
export type LoggedErasure = z.output<typeof loggedErasure>;

export const ERASURE_LOG = "erasures.jsonl";

/**
 * Appends the erasure to a file outside the database, so that the restore of an older backup erases
 * the person again.
 */
export async function logErasures(path: string, erasures: readonly LoggedErasure[]): Promise<void> {
  if (erasures.length === 0) {
    return;
  }
  const file = await open(path, "a", 0o600);
  try {
    await file.appendFile(erasures.map((one) => `${JSON.stringify(one)}\n`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns no erasures for a missing file. A line that a crash has cut off is skipped. */
export async function readErasureLog(path: string): Promise<LoggedErasure[]> {
  try {
    return (await readFile(path, "utf8")).split("\n").flatMap(readLine);
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return [];
    }
    throw error;
  }
}

function readLine(line: string): LoggedErasure[] {
  try {
    return [loggedErasure.parse(JSON.parse(line))];
  } catch {
    // Only the last line can be incomplete, after a crash or a full disk.
    return [];
  }
}
