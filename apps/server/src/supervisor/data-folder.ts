import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { hasCode } from "@linedesk/base";
import { processIdentity } from "./orphaned-processes.ts";
import { type Half, halvesOf, type Scope } from "./scope.ts";
import { StartError } from "./start-error.ts";

export function prepareDataFolder(dataDir: string): { logDir: string } {
  const logDir = join(dataDir, "logs");
  try {
    mkdirSync(dataDir, { recursive: true, mode: folderMode() });
    mkdirSync(logDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    return { logDir };
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written. Choose another folder with LINEDESK_DATA.`,
      { cause: error },
    );
  }
}

/**
 * Returns the mode of the data folder. Under root the database runs as another user, who must pass
 * through the folder.
 */
function folderMode(): number {
  return process.getuid?.() === 0 ? 0o711 : 0o700;
}

/**
 * New secrets would not open an existing database. When the secrets are lost, throws `StartError`
 * with the command that repairs this.
 */
export function assertSecretsOfDatabase(dataDir: string): void {
  const secrets = join(dataDir, "secrets.json");
  if (existsSync(secrets) || !existsSync(join(dataDir, "postgres", "PG_VERSION"))) {
    return;
  }
  throw new StartError(
    `${secrets} is missing, but its database exists. Restore the file, or start once with ` +
      `"npm start -- --reset-database-password", which creates new secrets and signs everybody out.`,
  );
}

/**
 * Throws `StartError` when a supervisor already runs one of these parts on the folder, because two
 * stations on one folder would end each other's database. Returns the function that unlocks it.
 */
export function lockDataFolder(dataDir: string, scope: Scope): () => void {
  const unlocks: (() => void)[] = [];
  function unlock(): void {
    unlocks.forEach((one) => one());
  }
  try {
    for (const half of halvesOf(scope)) {
      unlocks.push(lockHalf(dataDir, half));
    }
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

function lockHalf(dataDir: string, half: Half): () => void {
  const path = join(dataDir, half === "server" ? "supervisor.lock" : "supervisor-exchange.lock");
  const own = processIdentity(process.pid) ?? String(process.pid);
  try {
    writeFileSync(path, own, { flag: "wx" });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) {
      throw error;
    }
    const held = readFileSync(path, "utf8");
    const pid = Number.parseInt(held, 10);
    if (Number.isInteger(pid) && processIdentity(pid) === held) {
      throw new StartError(
        `Linedesk already runs on ${dataDir} (process ${pid}). End it, or choose another folder with LINEDESK_DATA.`,
        { cause: error },
      );
    }
    rmSync(path, { force: true });
    return lockHalf(dataDir, half);
  }
  return () => rmSync(path, { force: true });
}
