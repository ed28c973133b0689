import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { loadSecrets } from "../../config/secrets.ts";
import { writeRunning } from "../../supervisor/running-state.ts";
import { drain } from "./drain.ts";

interface Exchange {
  /** The answers of `/health`, one after the other. */
  loads?: { draining: boolean; calls: number }[];
  isRunning?: boolean;
}

/** A data folder with a running exchange that has one call. */
async function aStation({ loads = [], isRunning = true }: Exchange = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "linedesk-drain-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await loadSecrets(dataDir);
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const answer =
        request.url === "/health"
          ? { turnedAway: 0, turnedAwayAt: null, ...loads.shift() }
          : { ...(JSON.parse(body) as object), calls: 1 };
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  writeRunning(join(dataDir, "running-exchange.json"), {
    supervisor: process.pid,
    parts: { exchange: isRunning ? process.pid : null },
    marks: {},
    ready: true,
    url: "",
    internalUrl: "",
    exchangeUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sip: { host: "127.0.0.1", port: 5060 },
    databaseUrl: "",
    databaseOwnerUrl: "",
  });
  const output: string[] = [];
  const results: unknown[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  async function run(options: Record<string, boolean | string> = {}, exchanges?: string) {
    return drain.run({
      args: [],
      options,
      env: { LINEDESK_DATA: dataDir, EXCHANGES: exchanges },
      print: (text) => output.push(text),
      printJson: (result) => results.push(result),
      signal: new AbortController().signal,
    });
  }
  return { run, url, output, results };
}

test("[SR103] the command reports the calls that are left, and the end of the drain", async () => {
  const station = await aStation();

  expect(await station.run()).toBe(0);
  expect(await station.run({ cancel: true })).toBe(0);

  expect(station.output).toEqual([
    'The exchange accepts no new calls. Calls that are left, each leg counted: 1. "linedesk drain --cancel" ends this.',
    "The exchange accepts new calls again.",
  ]);
  expect(station.results).toEqual([
    { draining: true, calls: 1 },
    { draining: false, calls: 1 },
  ]);
});

test("[SR103] with --wait the command ends when no call is left", async () => {
  const station = await aStation({ loads: [{ draining: true, calls: 0 }] });

  expect(await station.run({ wait: true })).toBe(0);

  expect(station.output.at(-1)).toBe("No call is left.");
  expect(station.results).toEqual([{ draining: true, calls: 0 }]);
});

test("[SR103] with --wait the command fails when somebody ends the drain", async () => {
  const station = await aStation({ loads: [{ draining: false, calls: 1 }] });

  await expect(station.run({ wait: true })).rejects.toThrow("accepts new calls again");
});

test("[SR103] an exchange that does not run cannot drain", async () => {
  const station = await aStation({ isRunning: false });

  await expect(station.run()).rejects.toThrow("The exchange is not running");
});

test("[SR116] an exchange drains by its name on any machine, and an unknown name is refused", async () => {
  const { run, url, results } = await aStation({ isRunning: false });
  const exchanges = `main=http://127.0.0.1:9,spare=${url}`;

  expect(await run({ exchange: "spare" }, exchanges)).toBe(0);
  expect(results).toEqual([{ draining: true, calls: 1 }]);
  await expect(run({ exchange: "third" }, exchanges)).rejects.toThrow(
    "There is no exchange third. The settings name main, spare.",
  );
});
