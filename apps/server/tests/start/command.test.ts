import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { nodeArguments, startStation, type Station } from "@linedesk/testkit";
import { findRootFolder } from "../../src/config/root-folder.ts";

let station: Station;

beforeAll(async () => {
  station = await startStation();
});
afterAll(() => station.close());

/** Runs `linedesk` on the station's data folder to its end. */
async function linedesk(...args: string[]) {
  const child = spawn(process.execPath, [...nodeArguments("linedesk"), ...args], {
    env: { ...process.env, LINEDESK_DATA: station.dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

test("[SR41] linedesk status shows the parts of a running station, and restart leaves the others", async () => {
  const before = await linedesk("status", "--json");
  expect(before.code).toBe(0);
  const found = JSON.parse(before.output) as { processes: Record<string, number> };
  expect(found).toMatchObject({ isReady: true, calls: 0, waiting: 0, lastBackup: null });

  const restarted = await linedesk("restart", "server");

  expect(restarted).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^The server runs again/),
  });
  const after = JSON.parse((await linedesk("status", "--json")).output) as typeof found;
  expect(after.processes["server"]).not.toBe(found.processes["server"]);
  expect({ ...after.processes, server: 0 }).toEqual({ ...found.processes, server: 0 });
});

test("[SR41] linedesk station adds a station once, and linedesk owner names its owner", async () => {
  const added = await linedesk("station", "add", "5fm", "5FM Adelaide");
  expect(added).toMatchObject({ code: 0 });
  expect(await linedesk("station", "add", "5FM", "Again")).toMatchObject({
    code: 1,
    output: "The station 5FM exists already.\n",
  });

  expect(await linedesk("owner", "mia@example.com")).toMatchObject({
    code: 0,
    output: "mia@example.com is an owner of 2ZZ, 3YY, 5FM.\n",
  });

  expect((await linedesk("station", "list")).output).toContain(
    "5FM  5FM Adelaide  0 lines, 1 people",
  );
  expect((await linedesk("owner", "not an address")).code).toBe(1);
  expect((await linedesk("logs", "server")).output).toContain("server.log");
});

test("[MN40] a station has each metric that an alert rule or the dashboard names", async () => {
  const ops = join(findRootFolder().path, "ops");
  const files = ["linedesk-alerts.yml", "linedesk-dashboard.json"];
  const texts = await Promise.all(files.map((file) => readFile(join(ops, file), "utf8")));
  const named = texts.flatMap((text) => text.match(/\blinedesk_[a-z0-9_]+/g) ?? []);
  const answer = await fetch(`${station.internalUrl}/metrics`);

  const lines = (await answer.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm);
  const known = [...lines].flatMap(([, name = "", kind]) =>
    kind === "histogram" ? [`${name}_count`, `${name}_bucket`, `${name}_sum`] : [name],
  );

  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([]);
});
