import { type ChildProcess, spawn } from "node:child_process";

import type { GstDescription } from "./gst-description.ts";

const RATE = 48_000;
const CAPS =
  "application/x-rtp,media=audio,clock-rate=48000,encoding-name=L24,channels=1,payload=97";

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

function receive({ address, port, caps }: GstDescription): ChildProcess {
  const source = ["udpsrc", `address=${address}`, `port=${port}`, `caps=${caps}`];
  const pipeline =
    "multicast-iface=lo ! rtpjitterbuffer latency=50 ! rtpL24depay ! audioconvert " +
    "! audio/x-raw,format=S16LE,channels=1 ! fdsink fd=1";
  return spawn("gst-launch-1.0", ["-q", ...source, ...pipeline.split(" ")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

export class GstReceiver {
  readonly #child: ChildProcess;
  #bytes = Buffer.alloc(0);

  constructor(from: number | GstDescription) {
    this.#child = receive(
      typeof from === "number" ? { address: "127.0.0.1", port: from, caps: CAPS } : from,
    );
    this.#child.stdout?.on("data", (bytes: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]).subarray(-RATE);
    });
  }

  get samples(): Int16Array {
    return new Int16Array(
      this.#bytes.buffer.slice(this.#bytes.byteOffset),
      0,
      this.#bytes.length >> 1,
    );
  }

  async close(): Promise<void> {
    await end(this.#child);
  }
}

export class GstSender {
  readonly #child: ChildProcess;

  constructor(port: number, hz: number) {
    const pipeline =
      `audiotestsrc is-live=true samplesperbuffer=48 freq=${hz} volume=0.3 ` +
      "! audio/x-raw,rate=48000,channels=1 ! audioconvert " +
      "! rtpL24pay pt=97 min-ptime=1000000 max-ptime=1000000 " +
      `! udpsink host=127.0.0.1 port=${port}`;
    this.#child = spawn("gst-launch-1.0", ["-q", ...pipeline.split(" ")], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  }

  async close(): Promise<void> {
    await end(this.#child);
  }
}
