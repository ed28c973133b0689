import { type ChildProcess, spawn } from "node:child_process";

import { systemClock } from "@linedesk/base";
import { openJack } from "../../src/devices/jack/open-jack.ts";
import type { SoundDevice } from "../../src/devices/sound-device.ts";
import { claimServerName, noteServer, releaseServerName } from "./claim-server-name.ts";

const dummy = ["-d", "dummy", "-r", "48000", "-p", "480", "-C", "2", "-P", "2"];

/**
 * JACK's own server on its dummy driver, a sound card that only keeps time. After a crash a server
 * occupies one of the machine's eight places until a server with the same name starts.
 */
export class SoundServer {
  readonly name = claimServerName();
  readonly #priority: readonly string[];
  #child: ChildProcess | null = null;

  constructor(priority: readonly string[] = ["-r"]) {
    this.#priority = priority;
  }

  async start(): Promise<void> {
    const child = spawn("jackd", [...this.#priority, "-n", this.name, ...dummy], {
      stdio: "ignore",
      env: { ...process.env, JACK_NO_AUDIO_RESERVATION: "1" },
    });
    this.#child = child;
    noteServer(this.name, child.pid);
    const endMs = performance.now() + 20_000;
    while (!(await this.#isThere())) {
      if (performance.now() > endMs || child.exitCode !== null) {
        throw new Error("jackd did not start");
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) {
      return;
    }
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  /** Releases the name too, so that another process may claim it. */
  async close(): Promise<void> {
    await this.kill("SIGTERM");
    releaseServerName(this.name);
  }

  async #isThere(): Promise<boolean> {
    try {
      (await this.open(() => undefined)).close();
      return true;
    } catch {
      return false;
    }
  }

  open(
    onInput: (samples: Float32Array) => void,
    device: string | null = null,
    name = "probe",
  ): Promise<SoundDevice> {
    const options = { type: "jack", server: this.name, output: device, input: device } as const;
    const open = openJack({ ...options, side: "left" }, name, systemClock);
    return open({ onInput, onLost: () => undefined, onFault: () => undefined });
  }
}
