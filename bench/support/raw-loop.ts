/**
 * The raw loop of JACK: a client whose output is connected to its own input, in a process of its
 * own (this file again), by the same queue of two blocks that an audio server's line has and by
 * nothing else.
 */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { systemClock } from "@linedesk/base";
import { openJack } from "../../apps/audio-server/src/devices/jack/open-jack.ts";
import { BLOCK_FRAMES } from "../../apps/audio-server/src/sound/block.ts";
import { ElasticWriter } from "../../apps/audio-server/src/sound/elastic-writer.ts";
import { Metronome } from "../../apps/audio-server/src/sound/metronome.ts";
import { makeRealTime } from "./real-time.ts";

/** What came of it since its start. */
export interface RawLoopReport {
  delaysMs: number[];
  refills: number;
  trimmedMs: number;
}

/** One block in so many is loud; what comes back first after it is the same. */
const LOUD_EVERY = 37;
const LOUD = 0.5;
const SETTLE_BLOCKS = 200;
const MS_PER_FRAME = 1 / 48;

/** Connects a client's output to its own input, beside what it is connected to. */
export function connectLoop(server: string, client: string): void {
  const env = { ...process.env, JACK_DEFAULT_SERVER: server, JACK_NO_START_SERVER: "1" };
  const ports = [`${client}:to_studio`, `${client}:from_studio`];
  const { status } = spawnSync("jack_connect", ports, { env, stdio: "ignore" });
  if (status !== 0) {
    throw new Error(`The ports of ${client} could not be connected.`);
  }
}

export class RawLoop {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(server: string): Promise<RawLoop> {
    const child = fork(fileURLToPath(import.meta.url), ["--raw-loop", server], {
      execArgv: ["--import", "tsx"],
    });
    await once(child, "message");
    makeRealTime(child.pid);
    return new RawLoop(child);
  }

  /** Counted from now on. */
  forget(): void {
    this.#child.send("forget");
  }

  async report(): Promise<RawLoopReport> {
    this.#child.send("report");
    const [report] = (await once(this.#child, "message")) as [RawLoopReport];
    return report;
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }
}

async function serve(server: string): Promise<void> {
  let loudAtMs: number | null = null;
  let blocks = 0;
  let delaysMs: number[] = [];
  const options = {
    type: "jack",
    server,
    output: "system",
    input: "system",
    side: "left",
  } as const;
  const device = await openJack(
    options,
    "raw",
  )({
    onInput(samples) {
      if (loudAtMs !== null && blocks > SETTLE_BLOCKS && samples.some((one) => one > LOUD / 2)) {
        delaysMs.push(performance.now() - loudAtMs);
        loudAtMs = null;
      }
    },
    onLost: () => process.exit(1),
  });
  connectLoop(server, "linedesk-raw");
  const writer = new ElasticWriter(device);
  let before = writer.counts;
  void new Metronome(systemClock, () => {
    blocks += 1;
    const isLoud = blocks % LOUD_EVERY === 0;
    loudAtMs = isLoud ? performance.now() : loudAtMs;
    writer.push(new Float32Array(BLOCK_FRAMES).fill(isLoud ? LOUD : 0));
  });
  process.on("message", (message) => {
    if (message === "forget") {
      before = writer.counts;
      delaysMs = [];
      return;
    }
    const { refills, trimmedFrames } = writer.counts;
    const trimmedMs = (trimmedFrames - before.trimmedFrames) * MS_PER_FRAME;
    process.send?.({ delaysMs, refills: refills - before.refills, trimmedMs });
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.("ready");
}

if (process.argv[2] === "--raw-loop") {
  await serve(process.argv[3] ?? "");
}
