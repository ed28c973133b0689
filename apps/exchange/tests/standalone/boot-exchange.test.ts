import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import { eventually } from "../support/booted-exchange.ts";
import { TestMachine, restUrl, type Started, untilReady } from "./started-exchange.ts";

let machine: TestMachine;

beforeEach(() => {
  machine = new TestMachine();
});
afterEach(() => {
  machine.close();
});

async function readReady(started: Started): Promise<object> {
  const [line] = await eventually(
    async () => started.output().split("\n"),
    (all) => all.length > 1,
    60_000,
  );
  started.child.kill("SIGTERM");
  await started.ended;
  return z.object({ application: z.looseObject({}) }).parse(JSON.parse(line ?? "")).application;
}

async function takePort(): Promise<string> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void holder.close());
  const address = holder.address();
  return typeof address === "object" ? String(address?.port) : "";
}

describe("the exchange started alone", () => {
  test("[SR4] creates a demo account, keeps it, and ends cleanly with SIGTERM", async () => {
    const first = machine.start();
    const introduced = await untilReady(first);
    const health = await fetch(`${restUrl(introduced)}/health`);
    first.child.kill("SIGTERM");
    const code = await first.ended;
    const second = machine.start();
    const again = await untilReady(second);

    const path = machine.path("account.json");
    const stored = z.object({ sid: z.string() }).parse(JSON.parse(await readFile(path, "utf8")));
    expect(await health.json()).toMatchObject({ status: "ok", sockets: 0 });
    expect(code).toBe(0);
    expect(introduced).toContain(`TWILIO_ACCOUNT_SID=${stored.sid}`);
    expect(again).toContain(`TWILIO_ACCOUNT_SID=${stored.sid}`);
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  test("[SR8] names an invalid setting in one sentence and does not start", async () => {
    const started = machine.start({ RTP_PORT_MIN: "many" });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toBe(
      "RTP_PORT_MIN is not valid: it must be a port between 0 and 65535.\n",
    );
  });

  test("[SR5] [XN6] names a port in use and its setting", async () => {
    const port = await takePort();

    const started = machine.start({ EXCHANGE_PORT: port });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toBe(
      `Port ${port} (EXCHANGE_PORT) is in use. Choose another port with EXCHANGE_PORT.\n`,
    );
  });

  test("[XN10] has its number and its application from the first start, and keeps them", async () => {
    const first = await readReady(machine.start({}, ["--json"]));
    const again = await readReady(machine.start({}, ["--json", "--voice-url=http://127.0.0.1/v"]));

    expect(first).toMatchObject({
      sid: expect.stringMatching(/^AP[0-9a-f]{32}$/),
      phoneNumber: "+61255500100",
      voiceUrl: "http://127.0.0.1:4000/voice",
    });
    expect(again).toEqual({ ...first, voiceUrl: "http://127.0.0.1/v" });
  });

  test.each([
    ["exchange.json", '{"numbers": [{"sid": "PN1'],
    ["exchange.json", ""],
  ])("[XR71] names a damaged %s with the text %j and leaves it unchanged", async (name, text) => {
    const path = machine.path(name);
    await mkdir(machine.path(""), { recursive: true });
    await writeFile(path, text);

    const started = machine.start();

    expect(await started.ended).toBe(1);
    expect(started.errors()).toMatch(/^\/.*\/exchange\.json is damaged\. [^\n]*\.\n$/);
    expect(await readFile(path, "utf8")).toBe(text);
  });

  test("[SR5] names a data folder that is not writable", async () => {
    const file = join(machine.folder, "a-file");
    await writeFile(file, "");

    const started = machine.start({ LINEDESK_DATA: file });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toMatch(/^The data folder .* \(LINEDESK_DATA\) .*\.\n$/);
  });
});
