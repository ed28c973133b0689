import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import { nodeArguments } from "@linedesk/testkit";
import { eventually } from "../support/booted-exchange.ts";
import { Desktop, restUrl, untilReady } from "./started-exchange.ts";

let desktop: Desktop;

/** A line of the log that names settings. */
const logLine = z.object({ level: z.number(), settings: z.array(z.string()), msg: z.string() });

beforeEach(() => {
  desktop = new Desktop();
});
afterEach(() => {
  desktop.close();
});

/** A port that is in use as long as the test runs. */
async function takePort(): Promise<string> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void holder.close());
  const address = holder.address();
  return typeof address === "object" ? String(address?.port) : "";
}

describe("the exchange started alone", () => {
  test("[SR4] makes a demo account, keeps it, and ends cleanly with SIGTERM", async () => {
    const first = desktop.start();
    const introduced = await untilReady(first);
    const health = await fetch(`${restUrl(introduced)}/health`);
    first.child.kill("SIGTERM");
    const code = await first.ended;
    const second = desktop.start();
    const again = await untilReady(second);

    const path = desktop.path("account.json");
    const stored = z.object({ sid: z.string() }).parse(JSON.parse(await readFile(path, "utf8")));
    expect(await health.json()).toMatchObject({ status: "ok", sockets: 0 });
    expect(code).toBe(0);
    expect(introduced).toContain(`TWILIO_ACCOUNT_SID=${stored.sid}`);
    expect(again).toContain(`TWILIO_ACCOUNT_SID=${stored.sid}`);
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  test("[SR8] names a wrong setting in one sentence and does not start", async () => {
    const started = desktop.start({ RTP_PORT_MIN: "many" });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toBe(
      "RTP_PORT_MIN has a value that cannot be used: it must be a port between 0 and 65535.\n",
    );
  });

  test.each(["EXCHANGE_PORT", "INSPECTOR_PORT", "SAMPLE_PORT"])(
    "[SR5] [XN6] names a port in use and %s, its setting",
    async (setting) => {
      const port = await takePort();

      const started = desktop.start({ [setting]: port });

      expect(await started.ended).toBe(1);
      expect(started.errors()).toBe(
        `Port ${port} (${setting}) is in use; choose another with ${setting}.\n`,
      );
    },
  );

  test("[XN1] names an option that there is not", async () => {
    const started = desktop.start({}, ["--jason"]);

    expect(await started.ended).toBe(1);
    expect(started.errors()).toMatch(/^There is no option --jason; .*\.\n$/);
  });

  test("[SR5] names the SIP port too", async () => {
    const first = desktop.start();
    const text = await untilReady(first);
    const port = /sip:127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? "";

    const elsewhere = join(desktop.folder, "elsewhere");
    const second = desktop.start({ SIP_PORT: port, LINEDESK_DATA: elsewhere });

    expect(await second.ended).toBe(1);
    expect(second.errors()).toMatch(/^Port \d+ \(SIP_PORT\) is in use; .*\.\n$/);
  });

  test.each([
    ["exchange.json", '{"numbers": [{"sid": "PN1'],
    ["exchange.json", ""],
  ])("[XR71] names a damaged %s and leaves it as it is", async (name, text) => {
    const path = desktop.path(name);
    await mkdir(desktop.path(""), { recursive: true });
    await writeFile(path, text);

    const started = desktop.start();

    expect(await started.ended).toBe(1);
    expect(started.errors()).toMatch(/^\/.*\/exchange\.json is damaged; [^\n]*\.\n$/);
    expect(await readFile(path, "utf8")).toBe(text);
  });

  test("[SR5] names a data folder that cannot be written", async () => {
    const file = join(desktop.folder, "a-file");
    await writeFile(file, "");

    const started = desktop.start({ LINEDESK_DATA: file });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toMatch(/^The data folder .* \(LINEDESK_DATA\) .*\.\n$/);
  });
});

describe("the exchange of a station", () => {
  test("[XN44] loads no developer's tool that a setting names, and its log names the setting", async () => {
    const station = new Desktop(nodeArguments("exchange"));
    onTestFinished(() => station.close());
    const port = await takePort();

    // Whoever opened a port for them would find it taken, and not start.
    const started = station.start({
      INSPECTOR_PORT: port,
      SAMPLE_PORT: port,
    });
    const text = await eventually(
      async () => started.output(),
      (output) => output.endsWith(`"msg":"the exchange is ready"}\n`),
      60_000,
    );

    const lines = text.trim().split("\n");
    const names = ["INSPECTOR_PORT", "SAMPLE_PORT"];
    expect(lines.flatMap((line) => logLine.safeParse(JSON.parse(line)).data ?? [])).toEqual([
      {
        level: 40,
        settings: names,
        msg: "these settings belong to `npm run exchange` alone and do nothing in a station",
      },
    ]);
  });
});
