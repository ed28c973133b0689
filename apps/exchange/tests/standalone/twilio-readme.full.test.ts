import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { BootedExchange } from "../support/booted-exchange.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../", import.meta.url));

let booted: BootedExchange;
let folder: string;
let blocks: string[];

beforeAll(async () => {
  booted = await BootedExchange.start();
  await booted.rest.calls.create({
    to: "client:nobody",
    from: "client:desk",
    twiml: "<Response/>",
  });
  // Beside the packages, so that `require("twilio")` finds it as in a project of one's own.
  await mkdir(join(root, "node_modules", ".cache"), { recursive: true });
  folder = await mkdtemp(join(root, "node_modules", ".cache", "twilio-readme-"));
  await writeFile(join(folder, "address.cjs"), addressOf(booted.exchange.url));
  const readme = await readFile(join(root, "node_modules", "twilio", "README.md"), "utf8");
  const code = [...readme.matchAll(/^```(?:js|javascript)\n([^]*?)^```$/gm)];
  blocks = code
    .map(([, text = ""]) => text)
    .filter((text) => /client\.(?:calls|messages)/.test(text));
});
afterAll(async () => {
  await booted?.close();
  if (folder) {
    await rm(folder, { recursive: true, force: true });
  }
});

/** The address, for every client that a program makes: nothing in the program changes. */
function addressOf(url: string): string {
  return `
  const { RequestClient } = require("twilio");
  const { request } = RequestClient.prototype;
  RequestClient.prototype.request = function (options) {
    const uri = options.uri.replace(/^https:\\/\\/api\\.[\\w.-]*twilio\\.com/, "${url}");
    return request.call(this, { ...options, uri });
  };`;
}

/** The account stands where the README says it does, and before what takes it for granted. */
function runnable(block: string): string {
  const { sid, authToken } = booted.exchange.account;
  const named = block.replace(/AC(?:X{32})/, sid).replace("your_auth_token", authToken);
  const account = `const accountSid = "${sid}"; const authToken = "${authToken}";`;
  const client = "const client = twilio(accountSid, authToken);";
  const twilio = block.includes("import twilio") ? "" : 'import twilio from "twilio";';
  const needs = [
    ...(block.includes("accountSid =") ? [] : [account]),
    ...(block.includes("client =") ? [] : [twilio, client]),
  ];
  return [...needs, named].join("\n");
}

async function says(block: string, index: number): Promise<string> {
  const text = runnable(block);
  const file = join(folder, `block-${index}.${/^import |^try /m.test(text) ? "mjs" : "cjs"}`);
  await writeFile(file, text);
  const words = ["--require", join(folder, "address.cjs"), file];
  const ended = run(process.execPath, words, { cwd: folder, timeout: 30_000 });
  const { stdout, stderr } = await ended.catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}

describe("[XR1] the README of twilio", () => {
  test("lists calls", async () => {
    const index = blocks.findIndex((block) => block.includes("client.calls.each"));

    expect(await says(blocks[index] ?? "", index)).toMatch(/^outbound-api$/m);
  });

  test("is told of messages that there are none here", async () => {
    const ofMessages = blocks.filter((block) => block.includes("client.messages"));
    const outputs = await Promise.all(ofMessages.map((block, index) => says(block, 100 + index)));

    expect(ofMessages.length).toBeGreaterThanOrEqual(6);
    for (const words of outputs) {
      expect(words).toMatch(/20404/);
    }
    expect(outputs.some((words) => /^Twilio Error 20404: .*\nStatus: 404$/m.test(words))).toBe(
      true,
    );
  });

  test("goes to the exchange with a region and an edge too", async () => {
    const block = `
      const client = require('twilio')(accountSid, authToken, { region: 'au1', edge: 'sydney' });
      client.calls.each((call) => console.log(call.direction));`;
    const { sid, authToken } = booted.exchange.account;
    const account = `const accountSid = "${sid}"; const authToken = "${authToken}";`;

    expect(await says(`${account}${block}`, 200)).toMatch(/^outbound-api$/m);
  });
});
