import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { findRootFolder } from "@linedesk/base";
import { nodeArguments, startStation, type Station } from "@linedesk/testkit";
import { startSupervisor } from "../../src/supervisor/supervisor.ts";
import { Browser } from "../support/auth-station.ts";
import { anInstallation } from "../support/earlier-installations.ts";
import { queryDatabase } from "../support/query-database.ts";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function aFolder(): Promise<string> {
  // The path has a space and is longer than a Unix socket's name allows.
  const base = await mkdtemp(join(tmpdir(), "linedesk start "));
  onTestFinished(() => rm(base, { recursive: true, force: true, maxRetries: 5 }));
  const folder = join(base, "a path with spaces", "x".repeat(80));
  await mkdir(folder, { recursive: true });
  return folder;
}

async function takeTcpPort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  return (other.address() as { port: number }).port;
}

async function takeUdpPort(): Promise<number> {
  const other = createSocket("udp4");
  await new Promise<void>((resolve) => other.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  return other.address().port;
}

const LINE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /;

/** Returns the output of a start that exits with 1, without the time in front. */
async function failStart(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, nodeArguments("start"), {
    cwd: findRootFolder().path,
    env: { ...process.env, PORT: "0", SIP_PORT: "0", EXCHANGE_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  child.stdout.resume();
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  expect(code).toBe(1);
  expect(errors).toMatch(LINE_TIME);
  return errors.trim().replace(LINE_TIME, "");
}

describe("a running station", () => {
  let station: Station;

  beforeAll(async () => {
    station = await startStation();
  });

  afterAll(() => station.close());

  test("[SR1][SR3] reports that it is ready, with the address and the ways to call", async () => {
    const output = station.output();

    expect(output).toContain("Linedesk is ready.");
    expect(output).toContain(station.url);
    expect(output).toContain(`${station.url}/phone`);
    expect(output).toMatch(new RegExp(`sip:\\+\\d+@127\\.0\\.0\\.1:${station.sip.port}`));
    expect(output).toContain("npm run demo:calls -- 12");
    expect((await fetch(`${station.url}/api/health/parts`)).status).toBe(200);
  });

  test("[SR10] listens only on loopback", async () => {
    const tcp = await readFile("/proc/net/tcp", "utf8");
    const ports = [station.url, station.internalUrl, station.exchangeUrl].map((url) =>
      Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0"),
    );

    const hosts = tcp
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === "0A" && ports.some((p) => local?.endsWith(`:${p}`)))
      .map(([, local]) => local?.split(":")[0]);

    expect(hosts).toHaveLength(3);
    expect(new Set(hosts)).toEqual(new Set(["0100007F"]));
  });

  test("keeps its secrets in files that only their owner can read", async () => {
    const modes = await Promise.all(
      ["secrets.json", "running.json"].map(async (name) => {
        const { mode } = await stat(join(station.dataDir, name));
        return mode & 0o777;
      }),
    );

    expect(modes).toEqual([0o600, 0o600]);
  });

  test("[SR18][SO1] lets a demo person sign in, with stations and roles", async () => {
    const [alice, bob] = [new Browser(station.url), new Browser(station.url)];
    await alice.signIn("Alice");
    await bob.signIn("Bob");

    expect(await alice.json("/api/auth/session")).toMatchObject({ user: { name: "Alice" } });
    const [ofAlice, ofBob] = [await alice.json("/api/station"), await bob.json("/api/station")];
    const [first, second] = [
      { callSign: "2ZZ", role: "owner" },
      { callSign: "3YY", role: "owner" },
    ];
    expect(ofAlice).toMatchObject({ items: [first, second] });
    expect(ofBob).toMatchObject({ items: [{ callSign: "2ZZ", role: "screener" }] });
  });

  test("[SR13][SR14][AU26] restarts a killed server at the same address, with its sessions and their CSRF tokens", async () => {
    const exchange = await station.pid("exchange");
    const dan = new Browser(station.url);
    await dan.signIn("Dan");
    const token = await dan.csrfToken();
    function change(csrfToken: string) {
      return dan.fetch("/api/user/settings", {
        method: "POST",
        headers: { "content-type": "application/json", "x-csrf-token": csrfToken },
        body: JSON.stringify({ setting: "THEME", value: "dark" }),
      });
    }

    await station.restart("server");

    expect(await station.pid("exchange")).toBe(exchange);
    expect(station.output()).toContain("The server ended unexpectedly");
    expect(await dan.json("/api/auth/session")).toMatchObject({ user: { name: "Dan" } });
    expect((await change("forged|token")).status).toBe(403);
    expect((await change(token)).status).toBe(200);
    expect(await dan.json("/api/user/settings")).toMatchObject({ theme: "dark" });
  });

  test("[SR13][SR15] restarts a killed exchange at the same address", async () => {
    await station.restart("exchange");

    expect((await fetch(`${station.url}/api/health/parts`)).status).toBe(200);
  });

  test("[SR13][DA9] restarts a killed database with its data", async () => {
    await queryDatabase(station.databaseUrl, "create table kept as select 7 as n");

    await station.restart("database");

    const stored = await queryDatabase(station.databaseUrl, "select n from kept");
    expect(stored).toEqual([{ n: 7 }]);
  });

  test("is the only one on its data folder: a second start fails with a message", async () => {
    const errors = await failStart({ LINEDESK_DATA: station.dataDir });

    expect(errors).toMatch(/^Linedesk already runs on .* \(process \d+\)\. .*LINEDESK_DATA\.$/);
    expect((await fetch(`${station.url}/api/health/parts`)).status).toBe(200);
  });
});

describe("a station's data", () => {
  test("[SR4][SR13][DA9][XR96] survives SIGTERM and SIGKILL, with a clean end and an immediate restart", async () => {
    const dataDir = await aFolder();
    const first = await startStation({ dataDir });
    const secrets = await first.secrets();
    const pids = await Promise.all(
      (["database", "exchange", "server"] as const).map((part) => first.pid(part)),
    );
    await first.close();
    expect(pids.filter((pid) => pid !== null && isAlive(pid))).toEqual([]);
    expect(await readdir(dataDir)).not.toContain("running.json");

    const second = await startStation({ dataDir });
    const running = JSON.parse(await readFile(join(dataDir, "running.json"), "utf8")) as {
      supervisor: number;
      parts: Record<string, number>;
    };
    const exchange = Number(running.parts["exchange"]);
    // A stopped process cannot detect the end of its supervisor.
    process.kill(exchange, "SIGSTOP");
    process.kill(running.supervisor, "SIGKILL");

    const starting = startStation({ dataDir, env: portsOf(second) });
    const lock = join(dataDir, "supervisor.lock");
    const old = `${running.supervisor} `;
    const isHeld = async () => (await readFile(lock, "utf8").catch(() => old)).startsWith(old);
    await vi.waitUntil(async () => !(await isHeld()), 20_000);
    process.kill(exchange, "SIGCONT");
    const third = await starting;
    expect(third.output()).toContain("was killed. Linedesk waits until its parts");
    expect(Object.values(running.parts).filter(isAlive)).toEqual([]);
    expect([third.url, third.exchangeUrl]).toEqual([second.url, second.exchangeUrl]);
    expect(await third.secrets()).toEqual(secrets);
    await second.close();
    await third.close();
  }, 300_000);
});

function portsOf({ url, exchangeUrl, sip }: Station): Record<string, string> {
  return {
    PORT: new URL(url).port,
    EXCHANGE_PORT: new URL(exchangeUrl).port,
    SIP_PORT: String(sip.port),
  };
}

describe("a start that fails", () => {
  test.each(["PORT", "EXCHANGE_PORT", "INTERNAL_PORT", "DATABASE_PORT", "SIP_PORT"])(
    "[SR5] names the port of %s that is in use",
    async (setting) => {
      const port = await (setting === "SIP_PORT" ? takeUdpPort() : takeTcpPort());

      const errors = await failStart({
        LINEDESK_DATA: await aFolder(),
        [setting]: String(port),
      });

      expect(errors).toBe(
        `Port ${port} is in use. End the other program, or choose another port with ${setting}.`,
      );
    },
  );

  test("[SR5] names a missing system library, as the system's own linker reports it", async () => {
    const script = `process.dlopen({ exports: {} }, "libxml2.so.99")`;
    const programs = { exchange: ["-e", script], server: ["-e", "setInterval(() => {}, 1000)"] };
    const dataDir = await aFolder();
    const env = { LINEDESK_DATA: dataDir, PORT: "0", SIP_PORT: "0", EXCHANGE_PORT: "0" };

    const start = startSupervisor(
      { env, programs, print: () => undefined },
      new AbortController().signal,
    );

    await expect(start).rejects.toThrow(
      "The exchange needs libxml2.so.99, which this machine lacks. Run apt-get install -y libxml2",
    );
    expect(await readdir(dataDir)).not.toContain("running.json");
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "HOST",
      { HOST: "192.0.2.1" },
      'HOST is "192.0.2.1", which is not an address of this machine.',
    ],
    [
      "SIP_HOST",
      { SIP_HOST: "192.0.2.1" },
      'SIP_HOST is "192.0.2.1", which is not an address of this machine.',
    ],
    [
      "in two settings",
      { PORT: "99999", LOG_LEVEL: "loud" },
      'PORT is "99999": it must be a port from 0 to 65535.\n' +
        'LOG_LEVEL is "loud": it must be fatal, error, warn, info, debug, trace or silent.',
    ],
    [
      "a DATABASE_URL that does not answer",
      { DATABASE_URL: "postgresql://nobody:wrong@127.0.0.1:9/none" },
      "The database of DATABASE_URL cannot be used",
    ],
  ])(
    "[SR8] [DA10] names %s, and does not start the embedded database",
    async (_what, env, words) => {
      const folder = await aFolder();

      const errors = await failStart({ LINEDESK_DATA: folder, ALLOW_DEMO_SSO: "true", ...env });

      expect(errors).toContain(words);
      expect(await readdir(folder)).not.toContain("postgres");
    },
  );

  test("[SR5] names a data folder that is not writable", async () => {
    const folder = await aFolder();
    await writeFile(join(folder, "file"), "");

    const errors = await failStart({ LINEDESK_DATA: join(folder, "file", "data") });

    expect(errors).toMatch(/^The data folder .* cannot be written\. .*LINEDESK_DATA\.$/);
  });

  test("[DA15] names the unknown version of a database", async () => {
    const { db, url } = await anInstallation("c55dd0d0");
    await sql`alter table call drop column due_at`.execute(db);

    const errors = await failStart({
      LINEDESK_DATA: await aFolder(),
      DATABASE_URL: url,
    });

    expect(errors).toMatch(/^The server could not be started\. /);
    expect(errors).toContain(
      "The database does not have the schema that its migrations make: " +
        "column call.due_at is missing. Nothing was changed. " +
        "Start the version that made this database, or restore a backup.",
    );
  });
});
