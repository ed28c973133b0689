/**
 * Runs listeners who call, talk for a while and hang up, in a child process from this same file.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { ring, type SipListener } from "@linedesk/testkit";

interface ChurnOptions {
  exchange: { address: string; port: number };
  to: string;
  /** The number of callers at any time. */
  atOnce: number;
}

export interface ChurnCounts {
  calls: number;
  /** Calls that were refused, or not answered. */
  failed: number;
  /** Calls that the other side ended during the conversation. */
  lost: number;
}

const staysFor = { leastMs: 5000, mostMs: 60_000 };
const AGAIN_MS = 1000;

export class CallerChurn {
  readonly #child: ChildProcess = fork(fileURLToPath(import.meta.url), ["--listeners"], {
    execArgv: ["--import", "tsx"],
  });

  start(options: ChurnOptions): void {
    this.#child.send(options);
  }

  /** Hangs up all callers and returns the counts. */
  async end(): Promise<ChurnCounts> {
    this.#child.send("end");
    const [counts] = (await once(this.#child, "message")) as [ChurnCounts];
    this.#child.disconnect();
    return counts;
  }

  close(): void {
    this.#child.kill("SIGKILL");
  }
}

class Listeners {
  readonly #counts: ChurnCounts = { calls: 0, failed: 0, lost: 0 };
  readonly #connected = new Set<SipListener>();
  #isOver = false;

  /** Lets one listener after the other call, so that one of them is in a call at any time. */
  async keepCalling(options: ChurnOptions, index: number): Promise<void> {
    await pause(index * 50);
    while (!this.#isOver) {
      await this.#callOnce(options, index);
    }
  }

  async end(): Promise<ChurnCounts> {
    this.#isOver = true;
    await Promise.all([...this.#connected].map((listener) => listener.close()));
    return this.#counts;
  }

  async #callOnce(options: ChurnOptions, index: number): Promise<void> {
    const from = `+612701${String(10_000 + index).padStart(5, "0")}`;
    const listener = await ring({ ...options, from, sends: 300 + index * 10 });
    this.#connected.add(listener);
    this.#counts.calls += 1;
    try {
      await listener.answered;
      const untilMs = staysFor.leastMs + Math.random() * (staysFor.mostMs - staysFor.leastMs);
      const wasLost = await Promise.race([pause(untilMs), listener.ended.then(() => true)]);
      if (wasLost === true && !this.#isOver) {
        this.#counts.lost += 1;
      }
    } catch {
      if (!this.#isOver) {
        this.#counts.failed += 1;
      }
      await pause(AGAIN_MS);
    } finally {
      await listener.close();
      this.#connected.delete(listener);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function serve(): void {
  const listeners = new Listeners();
  process.on("message", (message: ChurnOptions | "end") => {
    if (message === "end") {
      void listeners.end().then((counts) => process.send?.(counts));
      return;
    }
    for (let index = 0; index < message.atOnce; index += 1) {
      void listeners.keepCalling(message, index);
    }
  });
  process.on("disconnect", () => process.exit(0));
}

if (process.argv[2] === "--listeners") {
  serve();
}
