import { spawn, type ChildProcess } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";

import { findFreePort } from "@linedesk/base";
import { nodeArguments } from "@linedesk/testkit";

export interface ServerProcess {
  port: number;
  child: ChildProcess;
  ended: Promise<void>;
  kill(): Promise<void>;
}

export interface ServerProcessOptions {
  folder: string;
  env: Record<string, string>;
  /** The port of the server; by default a free one. */
  port?: number;
  /** Node's arguments that run another build of the server. */
  program?: readonly string[];
}

/** Starts a server as a process, with the secrets of the folder. */
export async function startServerProcess(
  name: string,
  { folder, env, port: given, program = nodeArguments("server") }: ServerProcessOptions,
): Promise<ServerProcess> {
  const port = given ?? (await findFreePort());
  const dataDir = join(folder, name);
  await mkdir(dataDir, { recursive: true });
  await cp(join(folder, "secrets.json"), join(dataDir, "secrets.json"));
  const settings = { NODE_ENV: "test", LOG_LEVEL: "silent", LINEDESK_DATA: dataDir, ...env };
  const child = spawn(process.execPath, program, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...settings, PORT: String(port) },
  });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await Promise.race([
    untilAnswers(`http://127.0.0.1:${port}/api/health/live`),
    ended.then(() => {
      throw new Error(`the server did not start: ${printed}`);
    }),
  ]);
  async function kill(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
    }
    await ended;
  }
  return { port, child, ended, kill };
}

const START_MS = 60_000;

async function untilAnswers(url: string): Promise<void> {
  const endMs = performance.now() + START_MS;
  while (!(await isAnswered(url))) {
    if (performance.now() > endMs) {
      throw new Error("the server does not answer");
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
