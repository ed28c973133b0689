import { join } from "node:path";

import { makeConfig, readSettings } from "../config/config.ts";
import { loadSecrets } from "../config/secrets.ts";
import { assertSecretsOfDatabase, lockDataFolder, prepareDataFolder } from "./data-folder.ts";
import { waitForOrphanedProcesses } from "./orphaned-processes.ts";
import { choosePorts } from "./ports.ts";
import { removeRunning } from "./running-state.ts";
import { reportOf } from "./scope.ts";
import { StationProcesses, type SupervisorOptions } from "./station-processes.ts";
import { storeInternalPort, withLastInternalPort } from "./with-last-internal-port.ts";

export interface Supervisor {
  /**
   * Ends every part. With `leavesCalls` the exchange does not end its calls, and its next start
   * continues them.
   */
  close(how?: { leavesCalls?: boolean }): Promise<void>;
  /**
   * Starts one part, `server` or `exchange`, again. Throws `StartError` when the new exchange does
   * not load; the running one then stays.
   */
  restart(name: string): Promise<number | null>;
  /** Lets the parts read their certificates again. No part ends. */
  reload(): void;
}

/**
 * Starts PostgreSQL, the exchange and the server, restarts each when it ends, and reports when the
 * station can accept calls. After a failure it ends everything that it started, and throws an error
 * with a message for the person who starts it. `signal` aborts a start.
 */
export async function startSupervisor(options: SupervisorOptions, signal: AbortSignal) {
  const station = await prepare(options);
  function onAbort(): void {
    void station.close();
  }
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await station.start();
  } catch (error) {
    await station.close();
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
  return station;
}

async function prepare(options: SupervisorOptions): Promise<StationProcesses> {
  const settings = readSettings(options.env);
  const { logDir } = prepareDataFolder(settings.LINEDESK_DATA);
  const scope = options.scope ?? "station";
  const unlock = lockDataFolder(settings.LINEDESK_DATA, scope);
  try {
    await waitForOrphanedProcesses(settings.LINEDESK_DATA, options);
    const report = join(settings.LINEDESK_DATA, reportOf(scope));
    removeRunning(report);
    if (settings.DATABASE_URL === undefined && options.resetDatabasePassword !== true) {
      assertSecretsOfDatabase(settings.LINEDESK_DATA);
    }
    const secrets = await loadSecrets(settings.LINEDESK_DATA);
    const ports = await choosePorts(
      scope === "station" ? await withLastInternalPort(settings) : settings,
      scope,
    );
    if (scope === "station") {
      storeInternalPort(settings, ports);
    }
    const config = makeConfig(
      { ...settings, PORT: ports.public, EXCHANGE_PORT: ports.exchange },
      secrets,
    );
    return new StationProcesses({
      options,
      scope,
      settings,
      secrets,
      config,
      ports,
      logDir,
      report,
      unlock,
    });
  } catch (error) {
    unlock();
    throw error;
  }
}
