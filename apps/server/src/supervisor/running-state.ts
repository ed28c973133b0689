import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The running parts and addresses, for people and tools on the machine: `running.json`. */
export interface RunningState {
  supervisor: number;
  /** Process ids; `null` while a part is being restarted. */
  parts: Record<string, number | null>;
  /** The process of each running part, by id and start. */
  marks: Record<string, string>;
  ready: boolean;
  url: string;
  internalUrl: string;
  exchangeUrl: string;
  sip: { host: string; port: number };
  /** Contains the database's password, so only the owner can read the file. */
  databaseUrl: string;
}

/** Replaces the file as a whole, so that a reader never sees an incomplete file. */
export function writeRunning(dataDir: string, state: RunningState): void {
  const path = join(dataDir, "running.json");
  writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function removeRunning(dataDir: string): void {
  rmSync(join(dataDir, "running.json"), { force: true });
}
