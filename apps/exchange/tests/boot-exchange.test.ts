import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { eventually } from "./booted-exchange.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

interface Started {
  child: ChildProcess;
  output: () => string;
  errors: () => string;
  ended: Promise<number | null>;
}

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-exchange-"));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** The exchange as a person starts it, on ports of the system's choice. */
function start(env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ["--import", "tsx", main], {
    env: {
      ...process.env,
      TWILIO_ACCOUNT_SID: "",
      TWILIO_AUTH_TOKEN: "",
      TWILIO_API_KEY: "",
      TWILIO_API_SECRET: "",
      LINEDESK_DATA: folder,
      EXCHANGE_PORT: "0",
      SIP_PORT: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const texts = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (texts.out += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (texts.err += chunk.toString("utf8")));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, output: () => texts.out, errors: () => texts.err, ended };
}

const isReady = (text: string) => text.includes("the exchange is ready");
const restUrl = (text: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? "";

async function untilReady(started: Started): Promise<string> {
  return await eventually(async () => started.output(), isReady, 30_000);
}

describe("the exchange started alone", () => {
  it("[SR4] makes a demo account, keeps it, and ends cleanly with SIGTERM", async () => {
    const first = start();
    const introduced = await untilReady(first);
    const health = await fetch(`${restUrl(introduced)}/health`);
    first.child.kill("SIGTERM");
    const code = await first.ended;
    const second = start();
    const again = await untilReady(second);

    const path = join(folder, "exchange", "account.json");
    const kept = z.object({ sid: z.string() }).parse(JSON.parse(await readFile(path, "utf8")));
    expect(await health.json()).toMatchObject({ status: "ok", sockets: 0 });
    expect(code).toBe(0);
    expect(introduced).toContain(`TWILIO_ACCOUNT_SID=${kept.sid}`);
    expect(again).toContain(`TWILIO_ACCOUNT_SID=${kept.sid}`);
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  it("[SR8] names a wrong setting in one sentence and does not start", async () => {
    const started = start({ RTP_PORT_MIN: "many" });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toBe(
      "RTP_PORT_MIN has a value that cannot be used: it must be a port between 0 and 65535.\n",
    );
  });

  it("[SR5] names a port in use and its setting", async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const address = holder.address();
    const port = typeof address === "object" ? String(address?.port) : "";

    const started = start({ EXCHANGE_PORT: port });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toBe(
      `Port ${port} (EXCHANGE_PORT) is in use; choose another with EXCHANGE_PORT.\n`,
    );
    await new Promise((resolve) => holder.close(resolve));
  });

  it("[SR5] names the SIP port too", async () => {
    const first = start();
    const text = await untilReady(first);
    const port = /sip:127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? "";

    const second = start({ SIP_PORT: port });

    expect(await second.ended).toBe(1);
    expect(second.errors()).toMatch(/^Port \d+ \(SIP_PORT\) is in use; .*\.\n$/);
  });

  it("[SR7] names a data folder that cannot be written", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "");

    const started = start({ LINEDESK_DATA: file });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toMatch(/^The data folder .* \(LINEDESK_DATA\) .*\.\n$/);
  });
});
