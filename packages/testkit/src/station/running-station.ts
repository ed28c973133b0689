import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The processes of a station. */
export type PartName = "database" | "exchange" | "server";

/** The supervisor's own report, `running.json` in the data folder. */
export interface RunningStation {
  supervisor: number;
  parts: Partial<Record<PartName, number | null>>;
  ready: boolean;
  url: string;
  internalUrl: string;
  exchangeUrl: string;
  sip: { host: string; port: number };
  databaseUrl: string;
  databaseOwnerUrl: string;
}

/**
 * Returns `null` until the supervisor has written the report. Each write replaces the whole file,
 * so no read finds half of it.
 */
export async function readRunning(dataDir: string): Promise<RunningStation | null> {
  try {
    const text = await readFile(join(dataDir, "running.json"), "utf8");
    return JSON.parse(text) as RunningStation;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return null;
    }
    throw error;
  }
}
