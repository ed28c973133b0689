import { readFile } from "node:fs/promises";

import { z } from "zod";

import { eventually } from "../support/booted-exchange.ts";
import { Desktop, type Started } from "./started-exchange.ts";

const readySchema = z.object({
  type: z.literal("ready"),
  url: z.string(),
  signalUrl: z.string(),
  sip: z.object({ address: z.string(), port: z.number() }),
  inspectorUrl: z.string(),
  sample: z
    .object({ url: z.string(), phoneNumber: z.string(), applicationSid: z.string() })
    .nullable(),
  accountSid: z.string(),
  apiKey: z.string(),
  accountFile: z.string(),
});

/** A clean clone builds itself before. */
const startsWithinMs = 150_000;

type Ready = z.infer<typeof readySchema>;

export interface StandaloneExchange {
  ready: Ready;
  /** Everything that it has said so far, on both outputs. */
  output: { out: () => string; err: () => string };
  /** The variables of its account file. */
  variables: Record<string, string>;
  folder: string;
  pid: () => number;
  /** Killed at once, and over. */
  kill(): Promise<void>;
  /** Killed, and started again at the same addresses; resolves when it is ready. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** `npm run exchange -- --json`, from its sources unless told otherwise, on free ports. */
export async function startStandalone(
  env: Record<string, string> = {},
  program?: string[],
): Promise<StandaloneExchange> {
  const desktop = new Desktop(program);
  function start(more: Record<string, string>) {
    return desktop.start({ SAMPLE_PORT: "0", ...env, ...more }, ["--json"]);
  }
  let started = start({});
  const ready = await untilReady(started);
  async function kill() {
    started.child.kill("SIGKILL");
    await started.ended;
  }
  return {
    ready,
    output: { out: () => started.output(), err: () => started.errors() },
    variables: await readVariables(ready.accountFile),
    folder: desktop.folder,
    pid: () => started.child.pid ?? -1,
    kill,
    async restart() {
      await kill();
      started = start(portsOf(ready));
      await untilReady(started);
    },
    async close() {
      started.child.kill("SIGTERM");
      await started.ended;
      desktop.close();
    },
  };
}

async function readVariables(path: string): Promise<Record<string, string>> {
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => [line.split("=", 1)[0] ?? "", line.split("=").slice(1).join("=")]),
  );
}

function portsOf({ url, sip }: Ready) {
  return {
    EXCHANGE_PORT: new URL(url).port,
    SIP_PORT: String(sip.port),
  };
}

async function untilReady(started: Started): Promise<Ready> {
  const hasSpoken = eventually(
    async () => started.output(),
    (text) => text.includes("\n"),
    startsWithinMs,
  );
  const code = await Promise.race([started.ended, hasSpoken.then(() => null)]);
  if (code !== null) {
    throw new Error(`it ended with ${code}: ${started.errors()}`);
  }
  return readySchema.parse(JSON.parse(started.output().split("\n", 1)[0] ?? ""));
}
