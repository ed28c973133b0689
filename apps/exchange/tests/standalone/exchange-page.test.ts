import { execFile, spawn, type ChildProcess } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

import { findFreePort } from "@linedesk/base";
import { nodeArguments, VoiceClient } from "@linedesk/testkit";
import { readTrunkFile } from "../../src/edges/sip/trunks/trunk-file.ts";
import { eventually } from "../support/booted-exchange.ts";
import { startStandalone, type StandaloneExchange } from "./standalone-exchange.ts";

const run = promisify(execFile);
const standalone = nodeArguments("exchange-alone")
  .map((word) => `'${word}'`)
  .join(", ");
const root = fileURLToPath(new URL("../../../../", import.meta.url));

interface Block {
  language: string;
  text: string;
}

let alone: StandaloneExchange;
let folder: string;
let blocks: Block[];
let appPort: number;
const children: ChildProcess[] = [];

beforeAll(async () => {
  appPort = await findFreePort();
  alone = await startStandalone([`--voice-url=http://127.0.0.1:${appPort}/voice`]);
  // The folder is beside the packages, so that `require("twilio")` works as in a user's project.
  await mkdir(join(root, "node_modules", ".cache"), { recursive: true });
  folder = await mkdtemp(join(root, "node_modules", ".cache", "exchange-page-"));
  await mkdir(join(folder, "data", "exchange"), { recursive: true });
  await cp(alone.ready.accountFile, join(folder, "data", "exchange", "account.env"));
  const page = await readFile(join(root, "docs", "exchange.md"), "utf8");
  blocks = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    language,
    text: here(text),
  }));
  for (const { language, text } of blocks) {
    const name = /^\/\/ (\S+)\n/.exec(text)?.[1];
    if (language === "js" && name !== undefined) {
      await writeFile(join(folder, name), text);
    }
  }
  await startApplication();
});
afterAll(async () => {
  for (const child of children) {
    child.kill();
  }
  await alone?.close();
  if (folder) {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Replaces only the usual ports and the started program in the page with those of this run. */
function here(text: string): string {
  return (
    text
      .replaceAll("http://127.0.0.1:3001", alone.ready.url)
      // The command may install and build, which a test must not do to its own packages.
      .replace("'scripts/exchange.mjs'", standalone)
      .replaceAll("127.0.0.1:4000", `127.0.0.1:${appPort}`)
      .replaceAll("listen(4000", `listen(${appPort}`)
  );
}

const withAccount = "--env-file=data/exchange/account.env";

async function node(file: string): Promise<string> {
  const { stdout } = await run(process.execPath, [withAccount, file], { cwd: folder });
  return stdout;
}

let printed = "";

/** Runs the page's own application until the tests end. */
async function startApplication(): Promise<void> {
  const app = spawn(process.execPath, [withAccount, "app.js"], { cwd: folder });
  children.push(app);
  for (const stream of [app.stdout, app.stderr]) {
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
  }
  await eventually(
    async () => await fetch(`http://127.0.0.1:${appPort}/`).catch(() => null),
    (answer) => answer?.status === 403,
    60_000,
  );
}

async function untilPrinted(words: string): Promise<void> {
  await eventually(
    async () => printed,
    (text) => text.includes(words),
    60_000,
  );
}

describe("docs/exchange.md", () => {
  test("[XN8] has a curl command that makes a call", async () => {
    const script = blocks.find(({ language }) => language === "sh")?.text ?? "";

    const { stdout } = await run("sh", ["-c", script], { cwd: folder });

    const call = z.object({ sid: z.string(), status: z.string() }).parse(JSON.parse(stdout));
    expect(call.sid).toMatch(/^CA[0-9a-f]{32}$/);
    expect(call.status).toBe("queued");
  });

  test("[XN8] has calls from twilio's README: a creation, a list and a refusal", async () => {
    const output = await node("call.js");

    const [sid, ...others] = output.trim().split("\n");
    expect(sid).toMatch(/^CA[0-9a-f]{32}$/);
    expect(others.at(-1)).toMatch(/^Twilio Error 212\d\d: /);
    expect(others.slice(0, -1).join("\n")).toMatch(/^(?:inbound|outbound-api) [a-z-]+$/m);
  });

  test("[XN8] has an application that is requested with a valid signature", async () => {
    const sid = await node("number.js");
    await untilPrinted("+61255500100 calls +61255500109, signed: true");

    expect(sid).toMatch(/^CA[0-9a-f]{32}$/m);
  });

  test("[XN8] has a token with which the Voice SDK registers and calls the application", async () => {
    const token = (await node("token.js")).trim();
    const client = await VoiceClient.start({
      signalUrl: alone.ready.signalUrl,
      token,
      maxCallSignalingTimeoutMs: 30_000,
    });
    try {
      await client.register();
      const call = await client.connect();
      await call.waitFor("accept", 20_000);
      await untilPrinted("client:alice calls , signed: true");

      expect(await call.describe()).toMatchObject({ direction: "OUTGOING" });
    } finally {
      await client.close();
    }
  });

  test("[XN8] has a valid trunk file", async () => {
    const path = join(folder, "trunks.json");
    await writeFile(path, blocks.find(({ language }) => language === "json")?.text ?? "");

    const plan = readTrunkFile(path);

    expect(plan).toMatchObject({ isClosed: true, trunks: [{ name: "carrier" }] });
  });

  test("[XN8] has a script that starts and ends the exchange in a test", async () => {
    const script = join(folder, "in-a-test.mjs");

    const { stdout } = await run(process.execPath, [script], { cwd: root, timeout: 55_000 });

    expect(stdout).toMatch(/^200 ws:\/\/127\.0\.0\.1:\d+ \d+ \+61255500100 \S+account\.env\n$/);
  });

  // The page of the softphone runs in e2e/exchange.full.e2e.ts.
  test("[XN8] has three blocks of text, and all other blocks are run by tests", () => {
    const languages = new Map<string, number>();
    for (const { language } of blocks) {
      languages.set(language, (languages.get(language) ?? 0) + 1);
    }

    const known = { text: 3, sh: 1, js: 6, html: 1, json: 1 };
    expect(Object.fromEntries(languages)).toEqual(known);
  });
});
