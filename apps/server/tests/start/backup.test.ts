import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ring, type SipListener, startStation, type Station } from "@linedesk/testkit";
import { Browser } from "../support/auth-station.ts";
import { queryDatabase } from "../support/query-database.ts";
import { runLinedesk } from "../support/run-linedesk.ts";

const LINE = "+61255500101";
const RECORDED = "+61491570881";
const ERASED = "+61491570882";
const WAITING = "+61491570883";

let folder = "";
let station: Station;
let alice: Browser;
let publicKey = "";
let backup = "";
const sides: SipListener[] = [];

function linedesk(args: string[], env: Record<string, string> = {}) {
  return runLinedesk(args, {
    LINEDESK_DATA: station.dataDir,
    NODE_ENV: "test",
    BACKUP_KEY: publicKey,
    ...env,
  });
}

async function aCall(from: string): Promise<SipListener> {
  const { host: address, port } = station.sip;
  const listener = await ring({ exchange: { address, port }, from, to: LINE });
  listener.say(440);
  sides.push(listener);
  await listener.answered;
  await expect.poll(() => callOf(from)).toMatchObject({ call_sid: expect.any(String) });
  return listener;
}

interface CallRow {
  id: string;
  station_id: string;
  caller_id: string;
  call_sid: string;
  ended_at: Date | null;
}

async function callOf(number: string): Promise<CallRow | undefined> {
  const [row] = await queryDatabase<CallRow>(
    station.databaseUrl,
    "select id, station_id, caller_id, call_sid, ended_at from call where number = $1",
    [number],
  );
  return row;
}

async function endCall(listener: SipListener, number: string): Promise<CallRow> {
  await listener.close();
  await expect.poll(async () => (await callOf(number))?.ended_at).toBeInstanceOf(Date);
  const call = await callOf(number);
  return call ?? expect.fail("the call is lost");
}

/** Records the call by the exchange's API until the sound is in its file. */
async function record(listener: SipListener, callSid: string): Promise<string> {
  const { accountSid, authToken } = await station.secrets();
  const path = `/2010-04-01/Accounts/${accountSid}/Calls/${callSid}/Recordings.json`;
  const answer = await fetch(new URL(path, station.exchangeUrl), {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    body: new URLSearchParams({ RecordingChannels: "mono" }),
  });
  const { sid } = (await answer.json()) as { sid: string };
  const enough = listener.packetsReceived + 60;
  await expect.poll(() => listener.packetsReceived).toBeGreaterThan(enough);
  return sid;
}

async function noteRecording(call: CallRow, sid: string): Promise<string> {
  const [row] = await queryDatabase<{ id: string }>(
    station.databaseUrl,
    `insert into recording (id, station_id, call_id, state, requested_at, announced_at, started_at,
       ended_at, duration_s, service_sid)
     values (gen_random_uuid(), $1, $2, 'stored', now(), now(), now(), now(), 1, $3) returning id`,
    [call.station_id, call.id, sid],
  );
  return row?.id ?? "";
}

async function readSound(browser: Browser, recording: string): Promise<string> {
  const answer = await browser.fetch(`/api/recordings/${recording}/sound`);
  expect(answer.status).toBe(200);
  return createHash("sha256")
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest("hex");
}

function readTables(url: string) {
  return Promise.all(
    [
      "select * from station order by id",
      "select * from phone_line order by id",
      "select * from membership order by user_id, station_id",
      "select * from device_preset order by id",
      "select * from contact order by id",
      `select id, number, caller_id, description, arrived_at, call_sid from call
       where number is not null and number <> '${ERASED}' order by id`,
    ].map((text) => queryDatabase(url, text)),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-backup-"));
  station = await startStation();
  alice = new Browser(station.url);
  await alice.signIn("Alice");
});
afterAll(async () => {
  for (const listener of sides) {
    await listener.close();
  }
  await station.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("[SR44] linedesk backup-key writes a private key to a file that only its owner can read, and never replaces a file", async () => {
  const file = join(folder, "private.key");

  const made = await linedesk(["backup-key", file, "--json"], { BACKUP_KEY: "" });

  publicKey = (JSON.parse(made.output) as { publicKey: string }).publicKey;
  expect(publicKey).toMatch(/^[\w-]{43}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await linedesk(["backup-key", file])).toMatchObject({
    code: 1,
    output: expect.stringContaining("exists already"),
  });
});

test("[SR43] [SR45] a backup during calls, restored elsewhere, has the same calls, recording, settings and secrets, without the people erased since", async () => {
  const recorded = await aCall(RECORDED);
  const sid = await record(recorded, (await callOf(RECORDED))?.call_sid ?? "");
  const recording = await noteRecording(await endCall(recorded, RECORDED), sid);
  const sound = await readSound(alice, recording);
  const erased = await endCall(await aCall(ERASED), ERASED);
  const waiting = await aCall(WAITING);

  const dir = join(folder, "backups");
  const done = await linedesk(["backup", dir, "--json"]);
  expect(done).toMatchObject({ code: 0 });
  backup = (JSON.parse(done.output) as { path: string }).path;
  expect((await stat(backup)).mode & 0o777).toBe(0o600);

  const before = await readTables(station.databaseUrl);
  expect((await callOf(WAITING))?.ended_at).toBeNull();
  const received = waiting.packetsReceived;
  await expect.poll(() => waiting.packetsReceived).toBeGreaterThan(received + 10);
  await erase(erased);
  expect((await linedesk(["backup", join(folder, "later")])).code).toBe(0);

  const dataDir = join(folder, "restored");
  const log = join(folder, "later", "erasures.jsonl");
  expect(await readFile(log, "utf8")).not.toContain(ERASED);
  const args = ["restore", backup, "--key", join(folder, "private.key"), "--erasures", log];
  const restored = await linedesk([...args, "--json"], { LINEDESK_DATA: dataDir });
  expect(restored).toMatchObject({ code: 0 });
  expect(JSON.parse(restored.output)).toMatchObject({ erased: 1, hasSecrets: true });

  await using again = await startStation({ dataDir });
  expect(await readTables(again.databaseUrl)).toEqual(before);
  expect(await again.secrets()).toEqual(await station.secrets());
  const same = new Browser(again.url);
  await same.signIn("Alice");
  expect(await readSound(same, recording)).toBe(sound);
  const [left] = await queryDatabase(again.databaseUrl, "select number from call where id = $1", [
    erased.id,
  ]);
  expect(left).toEqual({ number: null });
  expect(await readFile(join(dataDir, "exchange", "calls.jsonl"), "utf8")).not.toContain(
    erased.call_sid,
  );
  const { host: address, port } = again.sip;
  const next = await ring({ exchange: { address, port }, from: "+61491570884", to: LINE });
  sides.push(next);
  await next.answered;
});

async function erase({ station_id, caller_id }: CallRow): Promise<void> {
  const answer = await alice.fetch(`/api/admin/${station_id}/callers/${caller_id}/erase`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": await alice.csrfToken() },
    body: JSON.stringify({ reason: "A request by letter", dryRun: false }),
  });
  expect(answer.status).toBe(200);
}

test("[SR43] the status has the time of the last backup, and backups beyond the number to keep are deleted, the oldest first", async () => {
  const dir = join(folder, "kept");
  const old = ["linedesk-20240101T033000Z.tar.gz", "linedesk-20240102T033000Z.tar.gz"];
  await mkdir(dir);
  for (const name of [...old, "notes.txt"]) {
    await writeFile(join(dir, name), "");
  }

  const done = await linedesk(["backup", dir, "--keep", "1", "--json"]);

  expect(JSON.parse(done.output)).toMatchObject({ removed: old });
  const left = await readdir(dir);
  expect(left.filter((name) => name.endsWith(".tar.gz"))).toHaveLength(1);
  expect(left).toContain("notes.txt");
  const status = JSON.parse((await linedesk(["status", "--json"])).output) as {
    lastBackup: string;
  };
  expect(Date.now() - Date.parse(status.lastBackup)).toBeLessThan(600_000);
});

test("[SR45] a restore refuses a running station, a used folder, and encrypted secrets without the private key", async () => {
  const key = ["--key", join(folder, "private.key")];
  expect(await linedesk(["restore", backup, ...key])).toMatchObject({
    code: 1,
    output: expect.stringContaining(`Linedesk already runs on ${station.dataDir}`),
  });
  const used = join(folder, "restored");
  expect(await linedesk(["restore", backup, ...key], { LINEDESK_DATA: used })).toMatchObject({
    code: 1,
    output: expect.stringContaining(`${used} already contains the data of a station (`),
  });
  expect(await linedesk(["restore", backup], { LINEDESK_DATA: join(folder, "new") })).toEqual({
    code: 1,
    output:
      "The secrets of the backup are encrypted. Name the file with the private key by --key, or restore with --without-secrets.\n",
  });
  await linedesk(["backup-key", join(folder, "other.key")]);
  expect(
    await linedesk(["restore", backup, "--key", join(folder, "other.key")], {
      LINEDESK_DATA: join(folder, "new"),
    }),
  ).toEqual({ code: 1, output: "This private key cannot decrypt the secrets of the backup.\n" });
});

test("[SR45] a damaged, incomplete or foreign file is refused with the reason, and nothing is written", async () => {
  const bytes = await readFile(backup);
  const changed = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  changed[middle] = (changed[middle] ?? 0) ^ 0xff;
  const damaged: [string, Buffer][] = [
    ["changed", changed],
    ["short", bytes.subarray(0, middle)],
    ["empty", Buffer.alloc(0)],
    ["text", Buffer.from("a letter")],
  ];
  for (const [name, content] of damaged) {
    const file = join(folder, name);
    await writeFile(file, content);
    const target = join(folder, `from-${name}`);
    const refused = await linedesk(["restore", file, "--without-secrets"], {
      LINEDESK_DATA: target,
    });
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${file} is damaged, or is no backup of Linedesk`),
    });
    expect(refused.output.trim().split("\n")).toHaveLength(1);
    await expect(stat(target)).rejects.toThrow("ENOENT");
  }
});

test("[SR44] no secret of the station is in the archive without the key", async () => {
  const text = gunzipSync(await readFile(backup));

  const secrets = Object.values(await station.secrets()).filter((value) => value.length >= 16);
  expect(secrets.length).toBeGreaterThan(5);
  const found = secrets.filter((value) => text.includes(value));
  const { accountSid, apiKey, appSid } = await station.secrets();
  const names = [accountSid, apiKey, appSid];
  expect(found.filter((value) => !names.includes(value))).toEqual([]);
});
