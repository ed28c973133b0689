import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { generate } from "selfsigned";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { systemClock } from "@linedesk/base";
import type { BoardCheck, SoundReport } from "@linedesk/contract";
import type { PhoneLineRecord } from "../stations/phone-lines/phone-line-store.ts";
import { BoardReadings, checkDrain, MixerWatch } from "./board-readings.ts";
import { checkAudioServer } from "./check-part.ts";

const DAY_MS = 24 * 3_600_000;
const servers: Server[] = [];
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-board-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all(
    servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  );
});

async function aCertificate(daysLeft: number): Promise<{ cert: string; key: string }> {
  const made = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    notBeforeDate: new Date(Date.now() - 90 * DAY_MS),
    notAfterDate: new Date(Date.now() + daysLeft * DAY_MS),
  });
  return { cert: made.cert, key: made.private };
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

interface Given {
  publicUrl?: string;
  sipCertificate?: string | null;
  issuer?: string | null;
  report?: () => Promise<SoundReport>;
}

function aBoard({ publicUrl = "http://127.0.0.1:3000", sipCertificate = null, ...more }: Given) {
  let nowMs = 0;
  const { issuer = null, report = async () => played } = more;
  const config = {
    http: { tls: null, publicUrl },
    dataDir: folder,
    telephony: { sipCertificate, apiUrl: null },
    services: [],
    auth: { issuer },
  } as unknown as ConstructorParameters<typeof BoardReadings>[0]["config"];
  const checked: string[] = [];
  async function checkUrl({ use }: { use: string }, url: string) {
    checked.push(`${use} ${url}`);
    return report();
  }
  const clock = { now: () => systemClock.now(), elapsedMs: () => nowMs };
  const readings = new BoardReadings({ config, clock, check: { checkUrl } });
  return { readings, checked, pass: (ms: number) => (nowMs += ms) };
}

function summarise(checks: readonly BoardCheck[]) {
  return checks.map(({ part, name, state, finding }) => [part, name, state, finding]);
}

describe("[AD30] the certificate", () => {
  test.each([
    [60, "go", "valid"],
    [5, "look", "ends_soon"],
    [-2, "no_go", "ended"],
  ])("with %i days left at a proxy is shown as %s, %s", async (daysLeft, state, finding) => {
    const proxy = createTlsServer(await aCertificate(daysLeft));
    const { readings } = aBoard({ publicUrl: `https://127.0.0.1:${await listen(proxy)}` });

    expect(summarise(await readings.readCertificates())).toEqual([
      ["certificate", null, state, finding],
    ]);
  });

  test("is `not_known` without a proxy's answer, and `elsewhere` at a local host", async () => {
    const gone = aBoard({ publicUrl: "https://127.0.0.1:1" }).readings;
    expect(summarise(await gone.readCertificates())).toEqual([
      ["certificate", null, "look", "not_known"],
    ]);
    expect(summarise(await aBoard({}).readings.readCertificates())).toEqual([
      ["certificate", null, "go", "elsewhere"],
    ]);
  });

  test("for SIP over TLS is the second certificate", async () => {
    const path = join(folder, "sip.pem");
    writeFileSync(path, (await aCertificate(-1)).cert);

    const checks = await aBoard({ sipCertificate: path }).readings.readCertificates();

    expect(summarise(checks)[1]).toEqual(["certificate", "SIP", "no_go", "ended"]);
  });
});

describe("[AD30] the issuer's clock", () => {
  test.each([
    [0, "go", "right"],
    [-60, "look", "wrong"],
  ])("that differs by %i s is shown as %s, %s", async (offS, state, finding) => {
    const issuer = createServer((_request, response) => {
      const date = new Date(Date.now() + offS * 1000).toUTCString();
      response.writeHead(404, { date }).end();
    });
    const { readings } = aBoard({ issuer: `http://127.0.0.1:${await listen(issuer)}` });

    expect(summarise(await readings.readOutsideClock())).toEqual([
      ["clock", "127.0.0.1", state, finding],
    ]);
  });

  test("is unknown when the issuer does not answer, and absent without an issuer", async () => {
    const gone = aBoard({ issuer: "http://127.0.0.1:1" }).readings;
    expect(summarise(await gone.readOutsideClock())).toEqual([
      ["clock", "127.0.0.1", "look", "not_known"],
    ]);
    expect(await aBoard({}).readings.readOutsideClock()).toEqual([]);
  });
});

const played = { problem: null, lufs: -16, kind: "file" } as unknown as SoundReport;
const line = {
  station: "2ZZ",
  name: "Main",
  stationLiveProgrammeUrl: "https://stream.example/live",
  stationHoldMusicUrl: null,
  stationLineClosedUrl: "sound:0190a0a0-0000-7000-8000-000000000001/closed.wav",
  stationLinesBusyUrl: null,
  holdMusicUrl: "https://music.example/a.mp3",
  lineClosedUrl: null,
} as PhoneLineRecord;

describe("[AD30] the sounds for callers", () => {
  async function look(report: Partial<SoundReport>) {
    const { readings } = aBoard({ report: async () => ({ ...played, ...report }) });
    const first = summarise(readings.sounds.read([line]));
    await new Promise((resolve) => setImmediate(resolve));
    return { first, later: summarise(readings.sounds.read([line])) };
  }

  test("are checked in the background, and shown on the next read", async () => {
    const { first, later } = await look({});
    expect(first).toEqual([
      ["programme", null, "look", "being_checked"],
      ["music", null, "go", "built_in"],
      ["announcement", null, "go", "stored"],
      ["music", "Main", "look", "being_checked"],
    ]);
    expect([later[0], later[3]]).toEqual([
      ["programme", null, "go", "plays"],
      ["music", "Main", "go", "plays"],
    ]);
  });

  test.each([
    [{ lufs: null }, "quiet"],
    [{ problem: "unreachable" as const }, "unreachable"],
    [{ problem: "not_allowed" as const }, "unreachable"],
    [{ problem: "too_quiet" as const }, "unplayable"],
  ])("with the report %j have the finding %s", async (report, finding) => {
    expect((await look(report)).later[0]).toEqual(["programme", null, "look", finding]);
  });

  test("are checked again after five minutes, or at the next read after a failure", async () => {
    let fails = true;
    const { readings, checked, pass } = aBoard({
      report: async () => {
        if (fails) {
          throw new Error("too many at the same time");
        }
        return played;
      },
    });
    readings.sounds.read([line]);
    await new Promise((resolve) => setImmediate(resolve));
    fails = false;
    readings.sounds.read([line]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(checked).toHaveLength(4);
    readings.sounds.read([line]);
    pass(299_000);
    readings.sounds.read([line]);
    expect(checked).toHaveLength(4);
    pass(1_000);
    expect(summarise(readings.sounds.read([line]))[0]).toEqual(["programme", null, "go", "plays"]);
    expect(checked).toHaveLength(6);
  });
});

test("[AD30] skipped ticks of the exchange count for ten minutes, and a new exchange counts from zero", () => {
  let nowMs = 0;
  const watch = new MixerWatch({ elapsedMs: () => nowMs });
  function look(skipped: number) {
    nowMs += 60_000;
    const metrics = `# TYPE x counter\nlinedesk_exchange_mixer_skipped_ticks_total ${skipped}\n`;
    return watch.check(metrics).map(({ finding, amount }) => [finding, amount]);
  }
  expect(watch.check(null)).toEqual([]);
  expect(look(40)).toEqual([["on_time", null]]);
  expect(look(43)).toEqual([["gaps", 3]]);
  nowMs += 600_000;
  expect(look(43)).toEqual([["on_time", null]]);
  expect(look(0)).toEqual([["on_time", null]]);
});

test("[AD30] an audio server is shown as online, offline, unknown or not paired", () => {
  const paired = { name: "Studio B", isPaired: true };
  const found = [
    checkAudioServer(paired, true),
    checkAudioServer(paired, false),
    checkAudioServer(paired, null),
    checkAudioServer({ ...paired, isPaired: false }, null),
  ];
  expect(found.map(({ state, finding }) => [state, finding])).toEqual([
    ["go", "online"],
    ["look", "offline"],
    ["look", "not_known"],
    ["look", "not_paired"],
  ]);
});

test("[AD30] an exchange that drains is shown as NO GO", () => {
  expect(checkDrain("linedesk_exchange_draining 1\n")).toMatchObject([
    { part: "mixer", state: "no_go", finding: "draining" },
  ]);
  expect(checkDrain("linedesk_exchange_draining 0\n")).toEqual([]);
  expect(checkDrain(null)).toEqual([]);
});
