import { readFile } from "node:fs/promises";

import { z } from "zod";

import { eventually } from "../support/booted-exchange.ts";
import { TestMachine, type Started } from "./started-exchange.ts";

const readySchema = z.object({
  type: z.literal("ready"),
  url: z.string(),
  signalUrl: z.string(),
  sip: z.object({ address: z.string(), port: z.number() }),
  application: z.object({ sid: z.string(), phoneNumber: z.string(), voiceUrl: z.string() }),
  accountSid: z.string(),
  apiKey: z.string(),
  accountFile: z.string(),
});

/**
 * The maximum time until the exchange is ready. Without a bundle, its sources are compiled first.
 */
const startsWithinMs = 150_000;

type Ready = z.infer<typeof readySchema>;

export interface StandaloneExchange {
  ready: Ready;
  readAccount(name: string): string;
  /** Kills the process and starts it again at the same addresses; resolves when it is ready. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Runs the program of `npm run exchange` with `--json` and further arguments, on free ports. */
export async function startStandalone(words: string[] = []): Promise<StandaloneExchange> {
  const machine = new TestMachine();
  let started = machine.start({}, ["--json", ...words]);
  const ready = await untilReady(started);
  const variables = await readFile(ready.accountFile, "utf8");
  return {
    ready,
    readAccount: (name) => new RegExp(`^${name}=(.*)$`, "m").exec(variables)?.[1] ?? "",
    async restart() {
      started.child.kill("SIGKILL");
      await started.ended;
      const { url, sip } = ready;
      const ports = { EXCHANGE_PORT: new URL(url).port, SIP_PORT: String(sip.port) };
      started = machine.start(ports, ["--json"]);
      await untilReady(started);
    },
    async close() {
      started.child.kill("SIGTERM");
      await started.ended;
      machine.close();
    },
  };
}

async function untilReady(started: Started): Promise<Ready> {
  const hasPrinted = eventually(
    async () => started.output(),
    (text) => text.includes("\n"),
    startsWithinMs,
  );
  const code = await Promise.race([started.ended, hasPrinted.then(() => null)]);
  if (code !== null) {
    throw new Error(`the exchange ended with ${code}: ${started.errors()}`);
  }
  return readySchema.parse(JSON.parse(started.output().split("\n", 1)[0] ?? ""));
}
