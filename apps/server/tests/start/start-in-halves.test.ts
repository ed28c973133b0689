import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { findFreePort, findRootFolder } from "@linedesk/base";
import { nodeArguments } from "@linedesk/testkit";

type Environment = Record<string, string>;

/** Returns settings with the fixed ports that two supervisors need to know of each other. */
async function aHalvedStation(): Promise<Environment> {
  const dataDir = await mkdtemp(join(tmpdir(), "linedesk-halves-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const names = ["PORT", "INTERNAL_PORT", "EXCHANGE_PORT", "SIP_PORT"];
  const ports: [string, string][] = [];
  for (const name of names) {
    ports.push([name, String(await findFreePort())]);
  }
  return { NODE_ENV: "test", LINEDESK_DATA: dataDir, ...Object.fromEntries(ports) };
}

/** Starts the supervisor of one half, or of the whole station. The test ends it. */
function start(env: Environment, half: "exchange" | "server" | null) {
  const part = half === null ? [] : ["--part", half];
  const child = spawn(process.execPath, [...nodeArguments("start"), ...part], {
    cwd: findRootFolder().path,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = once(child, "close");
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  async function end(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    child.kill(signal);
    await ended;
  }
  onTestFinished(() => end());
  return { child, output: () => output, end };
}

async function readReport(env: Environment, name: string) {
  const text = await readFile(join(env["LINEDESK_DATA"] ?? "", name), "utf8").catch(() => "{}");
  return JSON.parse(text) as { ready?: boolean; parts?: Record<string, number> };
}

async function untilStarted(env: Environment, name: string): Promise<Record<string, number>> {
  await expect
    .poll(async () => (await readReport(env, name)).ready, { timeout: 90_000 })
    .toBe(true);
  return (await readReport(env, name)).parts ?? {};
}

/** Returns the events of an output that has one JSON object a line. */
function readEvents(output: string): { part?: string; name?: string; msg: string }[] {
  return output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg: string });
}

test("[SR13] [SR39] [SR91] [SR92] exchange and server run under separate supervisors, a restart of one does not affect the other, and each event is one line", async () => {
  const env = await aHalvedStation();
  const exchange = start({ ...env, LOG_STDOUT: "true", LOG_FORMAT: "json" }, "exchange");
  expect(Object.keys(await untilStarted(env, "running-exchange.json"))).toEqual(["exchange"]);
  const server = start({ ...env, LOG_STDOUT: "true", LOG_FORMAT: "text" }, "server");
  const before = await untilStarted(env, "running.json");
  expect(Object.keys(before)).toEqual(["database", "server"]);

  await exchange.end("SIGUSR2");
  expect(readEvents(exchange.output())).toMatchObject([
    { name: "exchange", msg: "exchange ready" },
    { part: "supervisor", msg: expect.stringContaining("The exchange is ready. SIP listens") },
    { name: "exchange", msg: "exchange stopping", signal: "SIGUSR2" },
  ]);
  const lines = server.output().trim().split("\n");
  expect(lines.filter((line) => !/^\S+Z \w+ (?:server|supervisor)[\w/]*: \S/.test(line))).toEqual(
    [],
  );
  expect(lines).toContainEqual(expect.stringMatching(/Z info server: server ready port=\d+/));
  expect(lines).toContainEqual(expect.stringMatching(/Z info supervisor: Linedesk is ready\. \| /));
  start(env, "exchange");
  await untilStarted(env, "running-exchange.json");

  expect((await readReport(env, "running.json")).parts).toEqual(before);
  const health = `http://127.0.0.1:${env["PORT"]}/api/health/parts`;
  await expect.poll(async () => (await fetch(health)).status, { timeout: 60_000 }).toBe(200);

  const whole = start({ ...env, PORT: "0", SIP_PORT: "0", EXCHANGE_PORT: "0" }, null);
  await once(whole.child, "close");
  expect(whole.output()).toContain("Linedesk already runs on");
});

test("[SR39] a half without a fixed port names the setting and does not start", async () => {
  const half = start({ ...(await aHalvedStation()), INTERNAL_PORT: "0" }, "exchange");

  const [code] = (await once(half.child, "close")) as [number];

  expect(code).toBe(1);
  expect(half.output()).toMatch(
    /Z INTERNAL_PORT must be a fixed port, because exchange and server are started separately\.\n$/,
  );
});
