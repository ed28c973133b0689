import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";

import { nodeArguments } from "@linedesk/testkit";

export interface DaemonState {
  uptimeS: number;
  faultsTotal: number;
  lines: { state: string; toStudio: { latencyMs: number }; reception: { bufferMs: number } }[];
}

function builtProgram(): string[] {
  return [process.execPath, ...nodeArguments("audio-server")];
}

export class DaemonProcess {
  pagePort = 0;
  gpioPort: number | null = null;
  readonly #child: ChildProcess;
  #errors = "";

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stderr?.on("data", (text: Buffer) => {
      this.#errors += text.toString("utf8");
    });
  }

  static async start(
    env: Record<string, string>,
    program = builtProgram(),
  ): Promise<DaemonProcess> {
    const [file = "", ...before] = program;
    const child = spawn(file, before, {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: {
        ...process.env,
        AUDIO_SERVER_PAGE_PORT: "0",
        AUDIO_SERVER_LOG_LEVEL: "warn",
        ...env,
      },
    });
    const daemon = new DaemonProcess(child);
    await new Promise<void>((resolve, reject) => {
      child.once("message", (message: { page: number; gpio: number | null }) => {
        daemon.pagePort = message.page;
        daemon.gpioPort = message.gpio;
        resolve();
      });
      child.once("close", () => reject(new Error(daemon.#errors.trim())));
    });
    return daemon;
  }

  static pair(env: Record<string, string>, code: string, program?: string[]): Promise<string> {
    return runCommand(["pair", code], env, program);
  }

  static devices(jackServer: string): Promise<string> {
    return runCommand(["devices", jackServer], {});
  }

  async get(path: string): Promise<Response> {
    return await fetch(`http://127.0.0.1:${this.pagePort}${path}`);
  }

  /** Requests any path with any Host header, which a browser cannot do. */
  async statusOf(path: string, host: string): Promise<number> {
    const request = get({ port: this.pagePort, path, headers: { host } });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    answer.resume();
    return answer.statusCode ?? 0;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  get ended(): Promise<number | null> {
    return new Promise((resolve) => this.#child.once("exit", resolve));
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
      return this.#child.exitCode;
    }
    const ended = new Promise<number | null>((resolve) => this.#child.once("exit", resolve));
    this.#child.kill(signal);
    return await ended;
  }
}

async function runCommand(
  words: readonly string[],
  env: Record<string, string>,
  program = builtProgram(),
): Promise<string> {
  const [file = "", ...before] = program;
  const child = spawn(file, [...before, ...words], { env: { ...process.env, ...env } });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (text: Buffer) => void (output.stdout += text.toString("utf8")));
  child.stderr.on("data", (text: Buffer) => void (output.stderr += text.toString("utf8")));
  const [exit] = (await once(child, "close")) as [number | null];
  if (exit !== 0) {
    throw new Error(output.stderr.trim());
  }
  return output.stdout;
}
