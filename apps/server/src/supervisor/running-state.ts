import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * The running parts and addresses, for people and tools on the machine: `running.json`, or
 * `running-exchange.json` if the exchange has a supervisor of its own.
 */
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
  /** The address with the role that owns the database; empty without such a role. */
  databaseOwnerUrl: string;
}

/** Replaces the file as a whole, so that a reader never sees an incomplete file. */
export function writeRunning(path: string, state: RunningState): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function removeRunning(path: string): void {
  rmSync(path, { force: true });
}
