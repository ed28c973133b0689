import { execFile } from "node:child_process";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Only this many bytes at the end of each log are read. */
const MOST_BYTES = 2 * 1024 * 1024;
const JOURNAL_LINES = 5_000;
const JOURNAL_TIMEOUT_MS = 10_000;
const UNITS = ["linedesk", "linedesk-exchange", "linedesk-audio-server", "linedesk-backup"];

export interface LogText {
  name: string;
  text: string;
}

/** Returns the end of each part's log and of the services' journal, if there is one. */
export async function readLogs(dataDir: string): Promise<LogText[]> {
  const folder = join(dataDir, "logs");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".log"));
  const logs = await Promise.all(
    names.map(async (name) => ({ name, text: await readEnd(join(folder, name)) })),
  );
  return [...logs, { name: "journal.log", text: await readJournal() }];
}

async function readEnd(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - MOST_BYTES);
    const bytes = Buffer.alloc(size - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    const text = bytes.toString("utf8", 0, bytesRead);
    // The first line is cut.
    return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
  } finally {
    await file.close();
  }
}

async function readJournal(): Promise<string> {
  const units = UNITS.flatMap((unit) => ["-u", unit]);
  const flags = [
    "--no-pager",
    "-q",
    "-o",
    "short-iso",
    "--no-hostname",
    "-n",
    String(JOURNAL_LINES),
  ];
  try {
    const options = { timeout: JOURNAL_TIMEOUT_MS, maxBuffer: 4 * MOST_BYTES };
    return (await run("journalctl", [...flags, ...units], options)).stdout;
  } catch {
    return "There is no journal, or this user may not read it.\n";
  }
}
