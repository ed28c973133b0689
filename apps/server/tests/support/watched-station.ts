import { readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "vitest";

import { inspectableEnvironment, StationError, type PartName } from "@linedesk/testkit";
import { startSupervisor } from "../../src/supervisor/supervisor.ts";

interface Running {
  parts: Record<PartName, number | null>;
  internalUrl: string;
  sip: { host: string; port: number };
  databaseUrl: string;
  databaseOwnerUrl: string;
}

/**
 * The allowances of the hang watch. Even a busy machine that other tests share gives a process this
 * much processor time within seconds.
 */
const SHORT = { blockedMs: 1_000, stoppedMs: 2_000, asleepMs: 4_000, callsMs: 8_000 };

/** Starts a station under a supervisor of this process, with short hang allowances. */
export async function startWatchedStation() {
  const dataDir = await mkdtemp(join(tmpdir(), "linedesk-watched-"));
  // Under root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755);
  let output = "";
  const supervisor = await startSupervisor(
    {
      env: { ...process.env, ...inspectableEnvironment, ...ownEnvironment(dataDir) },
      programs: { server: program("server"), exchange: program("exchange") },
      print: (text) => (output += `${text}\n`),
      allowances: SHORT,
    },
    new AbortController().signal,
  );
  function read(): Running {
    return JSON.parse(readFileSync(join(dataDir, "running.json"), "utf8")) as Running;
  }
  const { sip, databaseOwnerUrl: databaseUrl, internalUrl } = read();
  return {
    sip: { address: sip.host, port: sip.port },
    databaseUrl,
    output: () => output,
    log: (part: PartName) => readFile(join(dataDir, "logs", `${logName(part)}.log`), "utf8"),
    pid: (part: PartName) => readPid(read(), part),
    /**
     * Resolves when the part runs in a process other than `ended` and the station accepts calls.
     */
    async untilBack(part: PartName, ended: number) {
      await expect
        .poll(
          async () => ![null, ended].includes(read().parts[part]) && (await isReady(internalUrl)),
          { timeout: 90_000 },
        )
        .toBe(true);
    },
    async close() {
      await supervisor.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function ownEnvironment(dataDir: string): Record<string, string> {
  return {
    NODE_ENV: "test",
    PORT: "0",
    SIP_PORT: "0",
    EXCHANGE_PORT: "0",
    LINEDESK_DATA: dataDir,
  };
}

/** Returns the arguments that start a part's bundle from the test run's build. */
function program(name: string): string[] {
  const folder = process.env["LINEDESK_BUILT_PARTS"] ?? "";
  const parentWatch = pathToFileURL(join(folder, "parent-watch.js")).href;
  return ["--enable-source-maps", "--import", parentWatch, join(folder, `${name}.js`)];
}

function logName(part: PartName): string {
  return part === "database" ? "postgres" : part;
}

function readPid({ parts }: Running, part: PartName): number {
  const pid = parts[part];
  if (pid === null) {
    throw new StationError(`The ${part} is not running.`);
  }
  return pid;
}

async function isReady(internalUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${internalUrl}/api/health/parts`);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // The server does not listen yet.
    return false;
  }
}
