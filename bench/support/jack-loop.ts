/**
 * Runs a client of JACK in a child process from this same file. It connects its output to its own
 * input in one of three ways. The first is raw, with a queue of only two blocks and a loud block
 * now and then. The second is the same with a tone. The third passes through the whole sound of a
 * line, from its call to the device and back to its call. It can also be the studio's desk, which
 * sends the tone into an audio server's line and receives the output of that line. Or it only
 * receives, and records when sound begins in its input.
 */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { systemClock } from "@linedesk/base";
import { openJack } from "../../apps/audio-server/src/devices/jack/open-jack.ts";
import { LineSound } from "../../apps/audio-server/src/lines/line-sound.ts";
import { CHAIN_OFF } from "../../apps/audio-server/src/processing/sound-chain.ts";
import { BLOCK_FRAMES, SAMPLE_RATE } from "../../apps/audio-server/src/sound/block.ts";
import { ElasticWriter } from "../../apps/audio-server/src/sound/elastic-writer.ts";
import { Metronome } from "../../apps/audio-server/src/sound/metronome.ts";
import { GLITCH_TONE_HZ, GlitchCount } from "./glitch-count.ts";
import { STEADY_NODE, withRealTime } from "./real-time.ts";
import { wallMs } from "./wall-ms.ts";

type LoopKind = "raw" | "tone" | "line" | "desk" | "monitor";

/** The results since the last `forget`. */
export interface LoopReport {
  delaysMs: number[];
  refills: number;
  trimmedMs: number;
  /** The times of the glitches in the received tone, in ms since 1970. */
  glitchesMs: number[];
  /** The times at which sound began after a silence, in ms since 1970. */
  onsetsMs: number[];
}

/** One block in this many is loud, so that the first loud sound that returns is the same block. */
const LOUD_EVERY = 37;
const LOUD = 0.5;
const SETTLE_BLOCKS = 200;
/** The level from which the input counts as sound, the same as at a telephone. */
const AUDIBLE = 0.05;
const SILENCE_MS = 100;
const MS_PER_FRAME = 1 / 48;
/** The raw loop contains one block that is being read and one that is on its way. */
const RAW_FRAMES = 2 * BLOCK_FRAMES;
/** The audio server's JACK client. */
const LINE = "linedesk-line1";

/** Connects a client's output to an input, by default its own. */
export function connectLoop(server: string, client: string, to = client): void {
  const env = { ...process.env, JACK_DEFAULT_SERVER: server, JACK_NO_START_SERVER: "1" };
  const ports = [`${client}:to_studio`, `${to}:from_studio`];
  const { status } = spawnSync("jack_connect", ports, { env, stdio: "ignore" });
  if (status !== 0) {
    throw new Error(`The ports of ${client} and ${to} could not be connected.`);
  }
}

export class JackLoop {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(server: string, kind: LoopKind): Promise<JackLoop> {
    const node = [process.execPath, ...STEADY_NODE, "--import", "tsx"];
    const [execPath, ...execArgv] = [...withRealTime(), ...node];
    const words = ["--jack-loop", server, kind];
    const child = fork(fileURLToPath(import.meta.url), words, { execPath, execArgv });
    await once(child, "message");
    return new JackLoop(child);
  }

  /** Restarts the counts. */
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
  /** Plays a block every 10 ms. */
  play(block: Float32Array): void;
  counts(): { refills: number; trimmedMs: number };
}

type Take = (samples: Float32Array | Int16Array) => void;

const sides = { output: "system", input: "system", side: "left" } as const;

async function openRaw(server: string, name: string, take: Take): Promise<OpenLoop> {
  const open = openJack({ type: "jack", server, ...sides }, name, systemClock);
  const device = await open({
    onInput: take,
    onLost: () => process.exit(1),
    onFault: () => undefined,
  });
  const writer = new ElasticWriter(device, RAW_FRAMES);
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
  sound.sendToCall(take);
  await sound.open();
  return {
    play: (block) => sound.takeFromCall(block),
    counts() {
      const { toStudio, fromStudio } = sound.readings;
      return {
        refills: toStudio.refills + fromStudio.refills,
        trimmedMs: toStudio.trimmedMs + fromStudio.trimmedMs,
      };
    },
  };
}

/** The sound that a loop plays, block by block, and its evaluation of the received sound. */
interface LoopSound {
  next(): Float32Array;
  take: Take;
  forget(): void;
  report(): Pick<LoopReport, "delaysMs" | "glitchesMs" | "onsetsMs">;
}

/** Plays one loud block in LOUD_EVERY, and measures the delay of each. */
function playPulses(): LoopSound {
  let loudAtMs: number | null = null;
  let blocks = 0;
  let delaysMs: number[] = [];
  return {
    next() {
      blocks += 1;
      const isLoud = blocks % LOUD_EVERY === 0;
      loudAtMs = isLoud ? performance.now() : loudAtMs;
      return new Float32Array(BLOCK_FRAMES).fill(isLoud ? LOUD : 0);
    },
    take(samples) {
      const loud = samples instanceof Int16Array ? (LOUD / 2) * 32_768 : LOUD / 2;
      if (loudAtMs !== null && blocks > SETTLE_BLOCKS && samples.some((one) => one > loud)) {
        delaysMs.push(performance.now() - loudAtMs);
        loudAtMs = null;
      }
    },
    forget: () => void (delaysMs = []),
    report: () => ({ delaysMs, glitchesMs: [], onsetsMs: [] }),
  };
}

/** Plays a tone, and counts the glitches of the received tone. */
function playTone(): LoopSound {
  let glitchesMs: number[] = [];
  const glitches = new GlitchCount(SAMPLE_RATE, () => glitchesMs.push(wallMs()));
  let at = 0;
  const turn = (2 * Math.PI * GLITCH_TONE_HZ) / SAMPLE_RATE;
  return {
    next: () => new Float32Array(BLOCK_FRAMES).map(() => LOUD * Math.sin(turn * at++)),
    take: (samples) => glitches.push(samples),
    forget() {
      glitches.forget();
      glitchesMs = [];
    },
    report: () => ({ delaysMs: [], glitchesMs, onsetsMs: [] }),
  };
}

/** Plays silence, and records when sound begins in the input. */
function listenForOnsets(): LoopSound {
  let onsetsMs: number[] = [];
  let loudMs = -Infinity;
  return {
    next: () => new Float32Array(BLOCK_FRAMES),
    take(samples) {
      if (!samples.some((one) => Math.abs(one) > AUDIBLE)) {
        return;
      }
      const nowMs = wallMs();
      if (nowMs - loudMs > SILENCE_MS) {
        onsetsMs.push(nowMs);
      }
      loudMs = nowMs;
    },
    forget: () => void (onsetsMs = []),
    report: () => ({ delaysMs: [], glitchesMs: [], onsetsMs }),
  };
}

function makeSound(kind: LoopKind): LoopSound {
  switch (kind) {
    case "tone":
    case "desk":
      return playTone();
    case "monitor":
      return listenForOnsets();
    case "raw":
    case "line":
      return playPulses();
  }
}

async function serve(server: string, kind: LoopKind): Promise<void> {
  const sound = makeSound(kind);
  const loop =
    kind === "line" ? await openLine(server, sound.take) : await openRaw(server, kind, sound.take);
  if (kind === "desk") {
    connectLoop(server, "linedesk-desk", LINE);
    connectLoop(server, LINE, "linedesk-desk");
  } else if (kind === "monitor") {
    connectLoop(server, LINE, "linedesk-monitor");
  } else {
    connectLoop(server, `linedesk-${kind}`);
  }
  let before = loop.counts();
  globalThis.gc?.();
  void new Metronome(systemClock, () => loop.play(sound.next()));
  process.on("message", (message) => {
    const { refills, trimmedMs } = loop.counts();
    if (message === "forget") {
      before = { refills, trimmedMs };
      sound.forget();
      return;
    }
    process.send?.({
      ...sound.report(),
      refills: refills - before.refills,
      trimmedMs: trimmedMs - before.trimmedMs,
    });
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.("ready");
}

if (process.argv[2] === "--jack-loop") {
  await serve(process.argv[3] ?? "", (process.argv[4] ?? "raw") as LoopKind);
}
