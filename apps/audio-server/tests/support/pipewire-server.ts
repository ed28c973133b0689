import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** The path that `pw-jack` uses; the loader replaces `$LIB` with the machine's own folder. */
const PW_JACK_LIBRARIES = "/usr/$LIB/pipewire-0.3/jack";

/** PipeWire's own server, private to a folder, with one sink without hardware. */
export class PipewireServer {
  readonly #folder: string;
  #child: ChildProcess | null = null;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { mode: 0o700 });
  }

  get clientEnvironment(): Record<string, string> {
    return { XDG_RUNTIME_DIR: this.#folder, LD_LIBRARY_PATH: PW_JACK_LIBRARIES };
  }

  get #environment() {
    return { ...process.env, XDG_RUNTIME_DIR: this.#folder };
  }

  async start(sink: string): Promise<void> {
    this.#child = spawn("pipewire", { stdio: "ignore", env: this.#environment });
    await this.add(sink);
  }

  async add(sink: string): Promise<void> {
    const child = this.#child;
    const node = [
      "factory.name=support.null-audio-sink",
      `node.name=${sink}`,
      `node.description=${sink}`,
      "media.class=Audio/Sink",
      "object.linger=true",
      "audio.position=[FL FR]",
      // Without a session manager the node must create its ports itself.
      "adapter.auto-port-config={ mode=dsp monitor=true position=preserve }",
    ].join(" ");
    const words = ["create-node", "adapter", `{ ${node} }`];
    const endMs = performance.now() + 20_000;
    for (;;) {
      const made = spawnSync("pw-cli", words, { env: this.#environment, timeout: 5_000 });
      if (made.status === 0) {
        return;
      }
      if (performance.now() > endMs || child?.exitCode !== null) {
        throw new Error(`PipeWire did not start: ${String(made.stderr)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  remove(sink: string): void {
    const words = ["destroy", sink];
    const { status, stderr } = spawnSync("pw-cli", words, { env: this.#environment });
    if (status !== 0) {
      throw new Error(`${sink} was not removed: ${String(stderr)}`);
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) {
      return;
    }
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
}
