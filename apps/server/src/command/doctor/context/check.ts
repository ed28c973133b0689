import type { Config } from "../../../config/config.ts";
import type { Settings } from "../../../config/settings.ts";
import type { RunningStation } from "../../context/running-station.ts";
import type { Finding } from "./finding.ts";

/** The station and its settings, as every check sees them. */
export interface Surroundings {
  settings: Settings;
  config: Config;
  station: RunningStation;
  /** The address of the database; `null` while the embedded one does not run. */
  databaseUrl: string | null;
  /** Is false before the first start, which generates the secrets that no setting contains. */
  hasSecrets: boolean;
  now: () => Date;
}

/** One subject of `linedesk doctor`. */
export interface Check {
  /** The word before each finding, and the id of the check in JSON. */
  name: string;
  /** Without a result after this time, the check counts as wrong. */
  timeoutMs: number;
  /** The next step when the check has no result in time. */
  lateAdvice: string;
  run: (around: Surroundings) => Promise<Finding[]>;
}

export function runsServer({ station: { server } }: Surroundings): boolean {
  return server !== null && typeof server.parts["server"] === "number";
}

export function runsExchange({ station: { server, exchange } }: Surroundings): boolean {
  return [server, exchange].some((one) => typeof one?.parts["exchange"] === "number");
}
