import { spawn, type ChildProcess } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { createServer, type Server, Socket } from "node:net";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";

const program = join(import.meta.dirname, "..", "..", "src", "main.ts");

export interface ServerProcess {
  port: number;
  child: ChildProcess;
  kill(): Promise<void>;
}

/** Starts a server as a process, with the secrets of the folder. */
export async function startServerProcess(
  name: string,
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<ServerProcess> {
  const port = await findFreePort();
  const dataDir = join(folder, name);
  await mkdir(dataDir, { recursive: true });
  await cp(join(folder, "secrets.json"), join(dataDir, "secrets.json"));
  const settings = { NODE_ENV: "test", LOG_LEVEL: "silent", LINEDESK_DATA: dataDir, ...env };
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), program], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...settings, PORT: String(port) },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await untilAnswers(`http://127.0.0.1:${port}/api/health/live`, child);
  async function kill(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
    }
    await ended;
  }
  return { port, child, kill };
}

const START_MS = 60_000;

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const endMs = performance.now() + START_MS;
  while (!(await isAnswered(url))) {
    if (performance.now() > endMs || child.exitCode !== null) {
      throw new Error("the server did not start");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // The server does not listen yet.
    return false;
  }
}

/** A load balancer that uses the servers in turn, and skips a server that does not answer. */
export class Balancer {
  readonly #ports: number[] = [];
  readonly #server: Server;
  #next = 0;

  constructor() {
    this.#server = createServer((near) => this.#carry(near, this.#ports.length));
  }

  async open(): Promise<string> {
    const port = await findFreePort();
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    return `http://127.0.0.1:${port}`;
  }

  add(port: number): void {
    this.#ports.push(port);
  }

  close(): void {
    this.#server.close();
  }

  #carry(near: Socket, tries: number): void {
    near.on("error", () => near.destroy());
    const port = this.#ports[this.#next++ % this.#ports.length];
    if (port === undefined || tries === 0) {
      return void near.destroy();
    }
    const far = new Socket().connect(port, "127.0.0.1");
    let isConnected = false;
    far.once("connect", () => {
      isConnected = true;
      near.pipe(far).pipe(near);
    });
    far.on("error", () => (isConnected ? near.destroy() : this.#carry(near, tries - 1)));
    near.once("close", () => far.destroy());
  }
}
