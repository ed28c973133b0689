import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

interface Ready {
  url: string;
  inspectorUrl: string;
  /** What it calls the account's variables file. */
  accountFile: string;
  sip: { address: string; port: number };
  sample: { url: string };
}

export interface StandaloneExchange extends Ready {
  sampleUrl: string;
  /** Of the REST API, below the account: a POST of the form, a GET without. */
  callRest(path: string, form?: Record<string, string>): Promise<unknown>;
  /** It is killed, and is there again at the same addresses when that is done. */
  restart(whileAway: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const program = join(import.meta.dirname, "../../dist/exchange-alone.js");
const anyPorts = { EXCHANGE_PORT: "0", SIP_PORT: "0", INSPECTOR_PORT: "0", SAMPLE_PORT: "0" };

/** `npm run exchange -- --json` as it is built, on free ports. */
export async function startStandaloneExchange(): Promise<StandaloneExchange> {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-exchange-"));
  let { child, ready } = await run(folder, anyPorts);
  return {
    ...ready,
    sampleUrl: ready.sample.url,
    callRest: (path, form) => askRest(ready, path, form),
    async restart(whileAway) {
      await end(child, "SIGKILL");
      await whileAway();
      ({ child, ready } = await run(folder, portsOf(ready)));
    },
    async close() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(folder: string, ports: Record<string, string>) {
  const child = spawn(process.execPath, [program, "--json"], {
    env: { ...process.env, ...ports, LINEDESK_DATA: folder, LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, ready: JSON.parse(line) as Ready };
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL" = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

function portsOf({ url, inspectorUrl, sample, sip }: Ready): Record<string, string> {
  return {
    EXCHANGE_PORT: new URL(url).port,
    INSPECTOR_PORT: new URL(inspectorUrl).port,
    SAMPLE_PORT: new URL(sample.url).port,
    SIP_PORT: String(sip.port),
  };
}

async function askRest(
  { url, accountFile }: Ready,
  path: string,
  form?: Record<string, string>,
): Promise<unknown> {
  const file = readFileSync(accountFile, "utf8");
  function valueOf(name: string): string {
    return new RegExp(`^${name}=(.*)$`, "m").exec(file)?.[1] ?? "";
  }
  const sid = valueOf("TWILIO_ACCOUNT_SID");
  const pair = Buffer.from(`${sid}:${valueOf("TWILIO_AUTH_TOKEN")}`).toString("base64");
  const response = await fetch(`${url}/2010-04-01/Accounts/${sid}/${path}`, {
    headers: { authorization: `Basic ${pair}` },
    ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
  });
  return await response.json();
}
