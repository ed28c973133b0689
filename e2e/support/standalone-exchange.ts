import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

interface Ready {
  url: string;
  accountFile: string;
}

export interface StandaloneExchange {
  url: string;
  /** Returns a variable of the account's file. */
  readAccount(name: string): string;
  /** Ends the process at once (SIGKILL), as a crash does. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const program = join(import.meta.dirname, "../../dist/exchange-alone.js");
const anyPorts = { EXCHANGE_PORT: "0", SIP_PORT: "0" };

/**
 * Starts the built `npm run exchange -- --json`, on free ports unless `env` names some, with
 * documents from `voiceUrl`.
 */
export async function startStandaloneExchange(
  voiceUrl: string,
  env: Record<string, string> = {},
): Promise<StandaloneExchange> {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-exchange-"));
  const child = spawn(process.execPath, [program, "--json", `--voice-url=${voiceUrl}`], {
    env: { ...process.env, ...anyPorts, LINEDESK_DATA: folder, LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url, accountFile } = JSON.parse(line) as Ready;
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    }
  }
  return {
    url,
    readAccount(name) {
      const file = readFileSync(accountFile, "utf8");
      return new RegExp(`^${name}=(.*)$`, "m").exec(file)?.[1] ?? "";
    },
    kill: () => end("SIGKILL"),
    async close() {
      await end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
