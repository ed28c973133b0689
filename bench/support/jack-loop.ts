/**
 * A client of JACK whose output is connected to its own input, in a process of its own (this file
 * again): raw, by the queue of two blocks that an audio server's line has and by nothing else; or
 * the whole sound of a line, from its call to the device and back to its call.
 */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { systemClock } from "@linedesk/base";
import { openJack } from "../../apps/audio-server/src/devices/jack/open-jack.ts";
import { LineSound } from "../../apps/audio-server/src/lines/line-sound.ts";
import { CHAIN_OFF } from "../../apps/audio-server/src/processing/sound-chain.ts";
import { BLOCK_FRAMES } from "../../apps/audio-server/src/sound/block.ts";
import { ElasticWriter } from "../../apps/audio-server/src/sound/elastic-writer.ts";
import { Metronome } from "../../apps/audio-server/src/sound/metronome.ts";
import { makeRealTime } from "./real-time.ts";

type LoopKind = "raw" | "line";

/** What came of it since it was last told to forget. */
export interface LoopReport {
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

export class JackLoop {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(server: string, kind: LoopKind): Promise<JackLoop> {
    const child = fork(fileURLToPath(import.meta.url), ["--jack-loop", server, kind], {
      execArgv: ["--import", "tsx"],
    });
    await once(child, "message");
    makeRealTime(child.pid);
    return new JackLoop(child);
  }

  /** Counted from now on. */
  forget(): void {
    this.#child.send("forget");
  }

  async report(): Promise<LoopReport> {
    this.#child.send("report");
    const [report] = (await once(this.#child, "message")) as [LoopReport];
    return report;
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }
}

interface OpenLoop {
  /** Every 10 ms a block. */
  play(block: Float32Array): void;
  counts(): { refills: number; trimmedMs: number };
}

type Take = (samples: Float32Array | Int16Array) => void;

const sides = { output: "system", input: "system", side: "left" } as const;

async function openRaw(server: string, take: Take): Promise<OpenLoop> {
  const open = openJack({ type: "jack", server, ...sides }, "raw", systemClock);
  const device = await open({
    onInput: take,
    onLost: () => process.exit(1),
    onFault: () => undefined,
  });
  const writer = new ElasticWriter(device);
  return {
    play: (block) => writer.push(block),
    counts() {
      const { refills, trimmedFrames } = writer.counts;
      return { refills, trimmedMs: trimmedFrames * MS_PER_FRAME };
    },
  };
}

async function openLine(server: string, take: Take): Promise<OpenLoop> {
  const sound = new LineSound({
    open: openJack({ type: "jack", server, ...sides }, "line", systemClock),
    toStudio: CHAIN_OFF,
    fromStudio: CHAIN_OFF,
    clock: systemClock,
    onDevice: () => undefined,
  });
  await sound.open();
  return {
    play(block) {
      sound.takeFromCall(block);
      take(sound.giveToCall());
    },
    counts() {
      const { toStudio, fromStudio } = sound.readings;
      return {
        refills: toStudio.refills + fromStudio.refills,
        trimmedMs: toStudio.trimmedMs + fromStudio.trimmedMs,
      };
    },
  };
}

async function serve(server: string, kind: string): Promise<void> {
  let loudAtMs: number | null = null;
  let blocks = 0;
  let delaysMs: number[] = [];
  function take(samples: Float32Array | Int16Array): void {
    const loud = samples instanceof Int16Array ? (LOUD / 2) * 32_768 : LOUD / 2;
    if (loudAtMs !== null && blocks > SETTLE_BLOCKS && samples.some((one) => one > loud)) {
      delaysMs.push(performance.now() - loudAtMs);
      loudAtMs = null;
    }
  }
  const loop = await (kind === "raw" ? openRaw : openLine)(server, take);
  connectLoop(server, `linedesk-${kind}`);
  let before = loop.counts();
  void new Metronome(systemClock, () => {
    blocks += 1;
    const isLoud = blocks % LOUD_EVERY === 0;
    loudAtMs = isLoud ? performance.now() : loudAtMs;
    loop.play(new Float32Array(BLOCK_FRAMES).fill(isLoud ? LOUD : 0));
  });
  process.on("message", (message) => {
    if (message === "forget") {
      before = loop.counts();
      delaysMs = [];
      return;
    }
    const { refills, trimmedMs } = loop.counts();
    process.send?.({
      delaysMs,
      refills: refills - before.refills,
      trimmedMs: trimmedMs - before.trimmedMs,
    });
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.("ready");
}

if (process.argv[2] === "--jack-loop") {
  await serve(process.argv[3] ?? "", process.argv[4] ?? "");
}
