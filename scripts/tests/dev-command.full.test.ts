import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const SERVER_SOURCE = join(root, "apps/server/src/main.ts");

let child: ChildProcess;
let folder: string;
let output = "";

/** Returns the address in the terminal's output. */
function readOrigin(): string {
  return /the gallery is at (http:\S+)\/__gallery/.exec(output)?.[1] ?? "";
}

async function get(path: string): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(`${readOrigin()}${path}`, { headers: { accept: "text/html" } });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

function readServerPid(): number {
  const state = JSON.parse(readFileSync(join(folder, "running.json"), "utf8")) as {
    parts: { server: number };
  };
  return state.parts.server;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-dev-"));
  // If root starts it, the database runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), "scripts/dev.ts"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "development",
      PORT: "0",
      SIP_PORT: "0",
      EXCHANGE_PORT: "0",
      LINEDESK_DATA: folder,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  while (!output.includes("The console reloads itself") && child.exitCode === null) {
    await wait(100);
  }
});

afterAll(async () => {
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("npm run dev serves the console, the gallery and the API at one address", async () => {
  expect(output).toContain("Linedesk is ready.");
  const page = await get("/");
  const gallery = await get("/__gallery");
  const ready = await get("/api/health/parts");

  expect([page.status, gallery.status, ready.status]).toEqual([200, 200, 200]);
  expect(page.text).toContain("/@vite/client");
  expect(gallery.text).toContain("/@vite/client");
});

test("npm run dev restarts the server when one of its sources changes", async () => {
  const before = readServerPid();
  const now = new Date();

  utimesSync(SERVER_SOURCE, now, now);

  await expect
    .poll(() => output, { timeout: 20_000 })
    .toContain("The server restarts, because its sources changed.");
  await expect.poll(readServerPid, { timeout: 30_000 }).not.toBe(before);
  await expect
    .poll(async () => (await get("/api/health/parts")).status, { timeout: 30_000 })
    .toBe(200);
});
