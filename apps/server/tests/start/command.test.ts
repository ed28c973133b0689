import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { findRootFolder } from "@linedesk/base";
import { ring, startStation, type Station } from "@linedesk/testkit";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { queryDatabase } from "../support/query-database.ts";
import { runLinedesk } from "../support/run-linedesk.ts";

let station: Station;

beforeAll(async () => {
  station = await startStation();
});
afterAll(() => station.close());

/** Runs `linedesk` on the station's data folder to its end. */
function linedesk(...args: string[]) {
  return runLinedesk(args, { LINEDESK_DATA: station.dataDir });
}

test("[SR41] [SR93] linedesk status shows the parts of a running station, and restart does not affect the others", async () => {
  const before = await linedesk("status", "--json");
  expect(before.code).toBe(0);
  const found = JSON.parse(before.output) as { processes: Record<string, number> };
  const { version } = findRootFolder();
  const running = { server: version, exchange: version };
  expect(found).toMatchObject({ isReady: true, calls: 0, waiting: 0, lastBackup: null });
  expect(found).toMatchObject({ version, running, outdated: [] });

  const restarted = await linedesk("restart", "server");

  expect(restarted).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^The server runs again/),
  });
  const after = JSON.parse((await linedesk("status", "--json")).output) as typeof found;
  expect(after.processes["server"]).not.toBe(found.processes["server"]);
  expect({ ...after.processes, server: 0 }).toEqual({ ...found.processes, server: 0 });
});

test("[SR100] [SR41] linedesk restart exchange loads a successor, which continues the waiting caller", async () => {
  const pid = await station.pid("exchange");
  const exchange = { address: station.sip.host, port: station.sip.port };
  const caller = await ring({ exchange, from: "+61491570006", to: "+61255500101" });
  onTestFinished(() => caller.vanish());
  await caller.answered;

  const restarted = await linedesk("restart", "exchange");

  expect(restarted).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^The exchange runs again/),
  });
  expect(await station.pid("exchange")).not.toBe(pid);
  const received = caller.packetsReceived;
  await expect.poll(() => caller.packetsReceived).toBeGreaterThan(received + 25);
  expect(caller.status).toBe("talking");
  const steps = ["loaded", "stopping", "taking over"].map(
    (step) => `exchange( successor)? ${step}`,
  );
  expect(await station.log("exchange")).toMatch(new RegExp(steps.join("[^]*")));
  expect(JSON.parse((await linedesk("status", "--json")).output)).toMatchObject({ waiting: 1 });
});

test("[SR103] linedesk drain refuses new callers, keeps the running call, and can be cancelled", async () => {
  const exchange = { address: station.sip.host, port: station.sip.port };
  const call = { exchange, from: "+61491570157", to: "+61255500101" };
  const running = await ring(call);
  onTestFinished(() => running.vanish());
  await running.answered;

  const drained = await linedesk("drain");
  const status = await linedesk("status");
  const refused = await ring({ ...call, from: "+61491570158" });
  const outcome = await refused.answered.then(() => "answered").catch(String);
  const received = running.packetsReceived;
  await expect.poll(() => running.packetsReceived).toBeGreaterThan(received + 25);
  const cancelled = await linedesk("drain", "--cancel", "--json");
  const next = await ring({ ...call, from: "+61491570159" });
  onTestFinished(() => next.vanish());
  await next.answered;

  expect(drained).toMatchObject({
    code: 0,
    output: expect.stringContaining("The exchange accepts no new calls."),
  });
  expect(status).toMatchObject({ code: 1, output: expect.stringContaining("no new call begins") });
  expect(outcome).toContain("ended before it was answered");
  expect(JSON.parse(cancelled.output)).toMatchObject({ draining: false });
  expect(running.status).toBe("talking");
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

/**
 * Values that a bundle for support must not contain, in the forms in which logs and settings
 * contain them.
 */
const planted = {
  number: "+61491570999",
  written: "0491 570 998",
  caller: "Xanthippe Plumbago",
  token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl",
  key: "f00dfeedf00dfeedf00dfeedf00dfeed",
  turn: "turn-secret-of-the-station",
  trunk: "password-of-the-carrier",
  client: "client-secret-of-the-issuer",
  owner: "owner.person@example.com",
};

async function plant(folder: string): Promise<Record<string, string>> {
  await queryDatabase(
    station.databaseUrl,
    "insert into caller (id, station_id, name, created_at) select $1, id, $2, now() from station limit 1",
    [uuidV7(), planted.caller],
  );
  const { number, written, caller, token, key, turn, trunk } = planted;
  const entry = {
    level: 50,
    part: "server",
    pii: { number, caller },
    caller,
    url: `/api/x?token=${token}`,
    headers: { authorization: `Bearer ${token}`, cookie: `session=${key}` },
    err: { message: `no row for ${number} of ${caller.toLowerCase()}`, stack: `Error: ${written}` },
    msg: "call store failed",
  };
  const lines = [
    JSON.stringify(entry),
    `WARNING ${caller} at ${number}, ${written}: ${turn} ${trunk} ${key}`,
    `DETAIL:  Failing row contains (${caller}, ${number}).`,
  ];
  for (const name of ["server.log", "exchange.log", "postgres.log"]) {
    await appendFile(join(station.dataDir, "logs", name), `${lines.join("\n")}\n`);
  }
  const trunks = { trunks: [{ name: "carrier", hosts: ["127.0.0.1:9"], password: trunk }] };
  await writeFile(join(folder, "trunks.json"), JSON.stringify(trunks));
  await writeFile(join(folder, "client"), planted.client);
  return {
    SIP_TRUNKS: join(folder, "trunks.json"),
    SUPPORT_PHONE: written,
    NUMBER_POOL: `${number}-${number}`,
    TURN_SECRET: turn,
    OIDC_CLIENT_SECRET_FILE: join(folder, "client"),
    OWNER_EMAIL: planted.owner,
    TWILIO_EDGE: "sydney",
  };
}

test("[SR71] linedesk support writes one file with logs, versions, settings, findings and figures, and no number, name, token or password", async () => {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-support-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = { ...(await plant(folder)), LINEDESK_DATA: station.dataDir };

  const made = await runLinedesk(["support", folder, "--json"], env);

  expect([made.code, made.output]).toEqual([0, made.output]);
  const { path, files } = JSON.parse(made.output) as { path: string; files: string[] };
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const text = gunzipSync(await readFile(path)).toString("utf8");
  const secrets = Object.values(await station.secrets()).filter((value) => value.length >= 16);
  const words = [...planted.caller.split(" "), "xanthippe", "491570999", "570 998", "c2lnbmF0dXJl"];
  const found = [...Object.values(planted), ...secrets, ...words].filter((value) =>
    text.includes(value),
  );
  expect(found).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(["versions.json", "settings.txt", "doctor.json", "logs/server.log"]),
  );
  expect(text).toContain(`"linedesk": "${findRootFolder().version}"`);
  expect(text).toContain("TWILIO_EDGE=sydney");
  expect(text).toContain("TURN_SECRET=[secret]");
  expect(text).toContain('"msg":"call store failed"');
  expect(text).toContain('"msg":"server ready"');
  expect(text).toMatch(/^linedesk_\w+ \d+/m);
  expect(text).toContain('"majorVersion": 18');
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
