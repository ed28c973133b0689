import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { ring, type SipListener } from "@linedesk/testkit";

interface WaitingCallersOptions {
  exchange: { address: string; port: number };
  to: string;
  count: number;
}

/** The exchange accepts 30 calls a second from one address, and drops the rest. */
const EVERY_MS = 45;

/** Waiting callers in a separate process, so that their packets do not delay the bench's clocks. */
export class WaitingCallers {
  readonly #child: ChildProcess = fork(fileURLToPath(import.meta.url), ["--crowd"], {
    execArgv: ["--import", "tsx"],
  });

  /** Resolves when all of them wait; rejects when one was refused. */
  async ring(ask: WaitingCallersOptions): Promise<void> {
    const ended = once(this.#child, "exit").then(() => {
      throw new Error("The waiting callers could not ring.");
    });
    this.#child.send(ask);
    await Promise.race([once(this.#child, "message"), ended]);
    ended.catch(() => undefined);
  }

  /** Hangs up all callers. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
      return;
    }
    const gone = once(this.#child, "exit");
    this.#child.disconnect();
    const late = setTimeout(() => this.#child.kill("SIGKILL"), 15_000);
    await gone;
    clearTimeout(late);
  }
}

async function ringAll(ask: WaitingCallersOptions, listeners: SipListener[]): Promise<void> {
  for (let index = 0; index < ask.count; index += 1) {
    const from = `+612701${String(10_000 + index).padStart(5, "0")}`;
    listeners.push(await ring({ ...ask, from }));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  await Promise.all(listeners.map((listener) => listener.answered));
  process.send?.("waiting");
}

if (process.argv[2] === "--crowd") {
  const listeners: SipListener[] = [];
  process.on("message", (ask: WaitingCallersOptions) => void ringAll(ask, listeners));
  process.on("disconnect", () => {
    void Promise.all(listeners.map((listener) => listener.close())).then(() => process.exit(0));
  });
}
