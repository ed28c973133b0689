import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface ExchangeAlone {
  url: string;
  inspectorUrl: string;
  sampleUrl: string;
  /** What it calls the account's variables file. */
  accountFile: string;
  sip: { address: string; port: number };
  close(): Promise<void>;
}

/** `npm run exchange -- --json` as it is built, on free ports. */
export const startExchangeAlone = async (): Promise<ExchangeAlone> => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-exchange-"));
  const program = join(import.meta.dirname, "../../dist/exchange-alone.js");
  const ports = { EXCHANGE_PORT: "0", SIP_PORT: "0", INSPECTOR_PORT: "0", SAMPLE_PORT: "0" };
  const child = spawn(process.execPath, [program, "--json"], {
    env: { ...process.env, ...ports, LINEDESK_DATA: folder, LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const ready = JSON.parse(line) as Omit<ExchangeAlone, "sampleUrl" | "close"> & {
    sample: { url: string };
  };
  return {
    ...ready,
    sampleUrl: ready.sample.url,
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
