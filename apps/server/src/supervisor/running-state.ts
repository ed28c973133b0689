import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What runs now and where, for people and tools beside the station: `running.json`. */
export interface RunningState {
  supervisor: number;
  /** Process ids; null while a part is being started again. */
  parts: Record<string, number | null>;
  /** Of each part that runs, its process by id and start. */
  marks: Record<string, string>;
  ready: boolean;
  url: string;
  internalUrl: string;
  exchangeUrl: string;
  sip: { host: string; port: number };
  /** Holds the database's password: the file is for its owner alone. */
  databaseUrl: string;
}

/** Replaced as a whole, so that a reader never sees half of it. */
export function writeRunning(dataDir: string, state: RunningState): void {
  const path = join(dataDir, "running.json");
  writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function removeRunning(dataDir: string): void {
  rmSync(join(dataDir, "running.json"), { force: true });
}
