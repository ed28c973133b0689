import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type MediaPort, startMedia } from "@linedesk/media";
import {
  answerCalls,
  type AnsweringListener,
  type AnsweringOptions,
  ring,
  type RingOptions,
  type SipListener,
} from "@linedesk/testkit";
import type { Leg } from "../../src/calls/legs/leg.ts";
import {
  type SipEndpoint,
  type SipNetworkOptions,
  type SipOptions,
  type SipRoutes,
  startSip,
} from "../../src/edges/sip/sip-endpoint.ts";
import { silentLogger, TestIntake } from "../../src/testing/sip/test-bench.ts";

export class Cleanup {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      await step();
    }
  }

  folder(): string {
    const path = mkdtempSync(join(tmpdir(), "linedesk-sip-"));
    this.add(() => rmSync(path, { recursive: true, force: true }));
    return path;
  }
}

export interface TestExchange {
  sip: SipEndpoint;
  intake: TestIntake;
}

export type ExchangeSetup = Partial<Omit<SipOptions, "network" | "routes"> & SipNetworkOptions> &
  SipRoutes;

export async function anExchange(
  cleanup: Cleanup,
  setup: ExchangeSetup & Pick<SipOptions, "media">,
): Promise<TestExchange> {
  const intake = new TestIntake();
  const sip = await startSip({
    intake,
    logger: silentLogger,
    ...setup,
    network: { host: "127.0.0.1", port: 0, advertisedAddress: null, ...setup },
    routes: setup,
  });
  cleanup.add(() => sip.close());
  return { sip, intake };
}

/** Starts the exchange's own media, with the mixer in its worker thread. */
export async function realMedia(cleanup: Cleanup): Promise<MediaPort> {
  const media = await startMedia({ isAllowedUrl: () => Promise.resolve(false) });
  cleanup.add(() => media.close());
  return media;
}

export function answerIntoRoom(leg: Leg, media: MediaPort): void {
  leg.ring("CA1");
  void leg.answer("CA1").then(() => {
    media.joinRoom(leg.id, "studio", { muted: false, hold: false });
  });
}

export async function aListener(
  cleanup: Cleanup,
  sip: Pick<SipEndpoint, "address">,
  options: Partial<RingOptions> = {},
): Promise<SipListener> {
  const numbers = { from: "0491570006", to: "+61255500101" };
  const listener = await ring({ exchange: sip.address, ...numbers, ...options });
  cleanup.add(() => listener.close());
  return listener;
}

export async function aTelephone(
  cleanup: Cleanup,
  options: AnsweringOptions = {},
): Promise<AnsweringListener> {
  const telephone = await answerCalls(options);
  cleanup.add(() => telephone.close());
  return telephone;
}

export async function until(what: string, holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3000; tries += 1) {
    if (holds()) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`timed out: ${what}`);
}

/** Waits until the program has printed the words; otherwise fails with the last output. */
export async function untilOutput({ ended, output }: RunningProgram, words: string): Promise<void> {
  const printed = until(words, () => output().includes(words));
  await Promise.race([printed, ended]).catch(() => undefined);
  if (!output().includes(words)) {
    throw new Error(`the program did not print "${words}"; it printed: ${output().slice(-2000)}`);
  }
}

export interface RunningProgram {
  child: ChildProcess;
  output: () => string;
  /** Resolves with its exit code, or with `null` after a signal. */
  ended: Promise<number | null>;
}

export function run(
  cleanup: Cleanup,
  command: string,
  parts: { args: string[]; cwd: string },
): RunningProgram {
  const child = spawn(command, parts.args, { cwd: parts.cwd, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code));
  });
  ended.catch(() => undefined);
  cleanup.add(async () => {
    child.kill("SIGKILL");
    await ended.catch(() => undefined);
  });
  return { child, output: () => text, ended };
}
