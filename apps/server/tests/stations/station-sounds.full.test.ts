import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

import { afterAll, expect, test } from "vitest";

import { type SoundReport, type StationDetails } from "@linedesk/contract";
import { SoundCheck } from "../../src/sounds/sound-check.ts";
import { LiveRadio } from "../support/live-radio.ts";
import { aStation } from "../support/people.ts";
import { aTone, SoundServer } from "../support/sound-server.ts";
import { openDesk } from "../support/telephone-desk.ts";

const voice = "/api/twilio/voice";
const good = aTone(3_000, 0.1);

const radio = await LiveRadio.open(Int16Array.from({ length: 8_000 }, (_, i) => (i % 16) * 500));
const sounds = await SoundServer.open({
  "/good.wav": good,
  "/quiet.wav": aTone(3_000, 0.005),
  "/loud.wav": aTone(3_000, 1),
  "/silent.wav": aTone(3_000, 0),
  "/long.wav": aTone(121_000, 0.1),
  "/page.html": Buffer.from("<!doctype html><title>Not here</title>"),
});
afterAll(() => Promise.all([radio.close(), sounds.close()]));
const desk = await openDesk({ WEBHOOK_HOSTS: `${sounds.host},${radio.host}` });
const { admin } = desk.people;

function path(rest: string): string {
  return `/admin/${desk.station}${rest}`;
}
async function check(use: string, url: string): Promise<SoundReport> {
  return (await desk.post(path("/sounds/check"), { use, url }, admin)).body as SoundReport;
}
async function details(): Promise<StationDetails> {
  return (await desk.get(path("/station"), admin)).body as unknown as StationDetails;
}
async function save(over: Partial<StationDetails>) {
  const { callSign: _sign, ...rest } = await details();
  return desk.send("PUT", path("/station"), admin, { ...rest, ...over });
}
function pieces(bytes: Buffer): string[] {
  return bytes.toString("base64").match(/.{1,9000}/g) ?? [];
}
async function upload(use: string, bytes: Buffer, name = "Our hold music.wav") {
  return desk.post(path("/sounds"), { use, name, data: pieces(bytes) }, admin);
}
async function stored(): Promise<string[]> {
  const rows = await desk.db.selectFrom("station_sound").select("id").execute();
  return rows.map(({ id }) => id);
}

test("[AD10] a sound is measured, and its beginning is returned as a telephone plays it", async () => {
  const report = await check("music", sounds.url("/good.wav"));

  expect(report).toMatchObject({ problem: null, kind: "file", durationS: 3, peakDbfs: -20 });
  expect(report.lufs).toBeGreaterThan(-25);
  expect(report.lufs).toBeLessThan(-21);
  const [, data = ""] = (report.preview ?? "").split(",");
  expect(Buffer.from(data, "base64").subarray(0, 4).toString()).toBe("RIFF");
});

test("[AD10] only a stream is a live programme", async () => {
  expect(await check("programme", radio.url)).toMatchObject({ problem: null, kind: "stream" });
  expect(await check("announcement", radio.url)).toMatchObject({ problem: "endless" });
  expect((await check("programme", sounds.url("/good.wav"))).problem).toBe("not_live");
});

test("[AD10] each sound that cannot be played is refused with its field and reason, and nothing is saved", async () => {
  const before = await details();
  const wrong = [
    ["holdMusicUrl", sounds.url("/none.wav"), "unreachable"],
    ["holdMusicUrl", sounds.url("/page.html"), "unreadable"],
    ["holdMusicUrl", sounds.url("/quiet.wav"), "too_quiet"],
    ["holdMusicUrl", sounds.url("/loud.wav"), "too_loud"],
    ["holdMusicUrl", sounds.url("/silent.wav"), "silent"],
    ["holdMusicUrl", sounds.url("/inside"), "not_allowed"],
    ["holdMusicUrl", "http://10.0.0.1/a.wav", "not_allowed"],
    ["holdMusicUrl", "https://radio.example.com/a.wav", "not_allowed"],
    ["lineClosedUrl", sounds.url("/long.wav"), "too_long"],
    ["linesBusyUrl", radio.url, "endless"],
    ["liveProgrammeUrl", sounds.url("/good.wav"), "not_live"],
  ] as const;
  for (const [field, url, problem] of wrong) {
    const { status, body } = await save({ [field]: url });
    expect([field, url, status, body]).toMatchObject([
      field,
      url,
      400,
      { error: { code: "bad_request", fields: { [field]: { reason: `sound_${problem}` } } } },
    ]);
  }
  const line = { name: "Contest", number: "02 5550 0181", priority: false, forwardTo: null };
  const closed = { ...line, holdMusicUrl: null, lineClosedUrl: sounds.url("/none.wav") };
  expect((await desk.post(path("/phoneLines"), closed, admin)).status).toBe(400);
  expect(await details()).toEqual(before);
});

test("[AD10] an address that is already saved is not fetched again", async () => {
  const holdMusicUrl = sounds.url("/good.wav");
  expect((await save({ holdMusicUrl })).status).toBe(200);
  const before = sounds.requests.length;

  expect((await save({ maxDialS: 600 })).status).toBe(200);

  expect(sounds.requests.length).toBe(before);
  await save({ holdMusicUrl: null });
});

test("[AD93] a file is stored, heard by waiting callers, fetched without a session, and removed when replaced", async () => {
  const { body } = await upload("music", good);
  const url = body["url"] as string;
  expect(url).toMatch(/^sound:[0-9a-f-]{36}\/Our-hold-music\.wav$/);
  expect((await save({ holdMusicUrl: url })).body["holdMusicUrl"]).toBe(url);

  const { id, sid } = await desk.ring();
  const wait = (await desk.service.post(`${voice}/wait?call=${id}`, { CallSid: sid })).body;
  const [address] = /\/sounds\/station\/[0-9a-f-]{36}/.exec(wait) ?? [""];
  const file = await desk.getFile(address);
  expect(file).toMatchObject({ status: 200, type: "audio/wav" });
  expect(file.bytes.equals(good)).toBe(true);

  await save({ holdMusicUrl: null });
  expect((await desk.getFile(address)).status).toBe(404);
  expect((await save({ holdMusicUrl: url })).status).toBe(400);
});

test("[AD10] a stored file is measured too, but not at another station", async () => {
  const holdMusicUrl = String((await upload("music", good)).body["url"]);
  await save({ holdMusicUrl });

  const report = await check("music", holdMusicUrl);
  expect(report).toMatchObject({ problem: null, kind: "file", durationS: 3, peakDbfs: -20 });

  const other = await aStation(desk.db, [[admin, "admin"]]);
  const body = { use: "music", url: holdMusicUrl };
  expect((await desk.post(`/admin/${other}/sounds/check`, body, admin)).status).toBe(404);
  await save({ holdMusicUrl: null });
});

test("[AD93] an invalid file, or one over 4 MB, is refused, and an unused one is removed after an hour", async () => {
  const page = await upload("music", Buffer.from("<!doctype html>"));
  expect(page.body).toMatchObject({ url: null, report: { problem: "unreadable" } });
  expect((await upload("music", Buffer.alloc(4_000_001))).status).toBe(413);
  const first = await upload("music", good);
  expect((await stored()).length).toBe(1);

  await desk.db
    .updateTable("station_sound")
    .set({ created_at: new Date(Date.now() - 3_600_001) })
    .execute();
  const second = await upload("announcement", good);

  const ids = await stored();
  expect(ids.length).toBe(1);
  expect(second.body["url"]).toContain(ids[0]);
  expect(second.body["url"]).not.toBe(first.body["url"]);
});

test("[AD93] a station stores at most 40 sounds, and cannot save another station's", async () => {
  const [own] = await stored();
  const { format, bytes } = await desk.db
    .selectFrom("station_sound")
    .select(["format", "bytes"])
    .executeTakeFirstOrThrow();
  const more = Array.from({ length: 39 }, () => ({
    id: crypto.randomUUID(),
    station_id: desk.station,
    name: "a.wav",
    format,
    bytes,
  }));
  await desk.db.insertInto("station_sound").values(more).execute();
  expect((await upload("music", good)).status).toBe(409);

  const foreign = await aStation(desk.db, [[admin, "admin"]]);
  const { callSign: _sign, ...rest } = (await desk.get(`/admin/${foreign}/station`, admin))
    .body as unknown as StationDetails;
  const wanted = { ...rest, holdMusicUrl: `sound:${own}/a.wav` };
  expect((await desk.send("PUT", `/admin/${foreign}/station`, admin, wanted)).status).toBe(400);
});

async function timed(check: Promise<SoundReport>) {
  const startMs = performance.now();
  const { problem, detail } = await check;
  return { problem, detail, ms: performance.now() - startMs };
}

test("[AD171] a sound on this machine or in a private network is fetched only from a host and port that WEBHOOK_HOSTS names", async () => {
  const lead = (to: string) => sounds.url(`/to?${encodeURIComponent(to)}`);
  const nowhere = [
    sounds.url("/good.wav"),
    "http://127.0.0.1:9/a.wav",
    "http://[::1]:9/a.wav",
    "http://10.0.0.1/a.wav",
  ];
  const of = { station: desk.station, use: "music" } as const;
  const portless = new SoundCheck({ hosts: ["*", "127.0.0.1", "10.0.0.1", "[::1]"] });
  const none = new SoundCheck({ hosts: [] });
  const before = sounds.requests.length;
  for (const url of nowhere) {
    const { host } = new URL(url);
    const detail = `Sounds may not be fetched from ${host}. WEBHOOK_HOSTS names the allowed hosts`;
    for (const strict of [portless, none]) {
      expect(await strict.checkUrl(of, url)).toMatchObject({ problem: "not_allowed", detail });
    }
  }
  expect(sounds.requests.length).toBe(before);

  const named = new SoundCheck({ hosts: [sounds.host] });
  for (const [url, problem] of [
    [sounds.url("/good.wav"), null],
    [sounds.url("/quiet.wav"), "too_quiet"],
    [lead(radio.url), "not_allowed"],
    [lead("http://127.0.0.1:9/"), "not_allowed"],
  ] as const) {
    expect([url, (await named.checkUrl(of, url)).problem]).toEqual([url, problem]);
  }
  await Promise.all([portless.close(), none.close(), named.close()]);
});

test("[AD171] a closed port and a silent one of an allowed host have the same answer and time", async () => {
  const silent = createServer();
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const hosts = [`127.0.0.1:${port}`, "127.0.0.1:9"];
  const check = new SoundCheck({ hosts, answerWithinMs: 500 });
  const of = { station: desk.station, use: "music" } as const;

  const [quiet, closed] = await Promise.all([
    timed(check.checkUrl(of, `http://127.0.0.1:${port}/a.wav`)),
    timed(check.checkUrl(of, "http://127.0.0.1:9/a.wav")),
  ]);

  const same = { problem: "unreachable", detail: "The server of the sound does not answer" };
  expect([quiet, closed]).toMatchObject([same, same]);
  expect(Math.min(quiet.ms, closed.ms)).toBeGreaterThanOrEqual(595);
  expect(Math.abs(quiet.ms - closed.ms)).toBeLessThan(90);
  silent.close();
  await check.close();
});

test("[AD171] simultaneous and repeated checks of addresses are limited", async () => {
  const check = new SoundCheck({ hosts: [sounds.host] });
  const of = { station: desk.station, use: "music" } as const;
  let refused: unknown = null;
  let taken = 0;
  while (refused === null && taken < 60) {
    await check.checkUrl(of, "http://10.0.0.1/a.wav").catch((error: unknown) => (refused = error));
    taken += refused === null ? 1 : 0;
  }
  expect(refused).toMatchObject({ code: "rate_limited" });
  expect(taken).toBeGreaterThanOrEqual(30);
  const other = { ...of, station: crypto.randomUUID() };
  const many = Array.from({ length: 5 }, () => check.checkUrl(other, sounds.url("/good.wav")));
  const outcomes = await Promise.allSettled(many);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  await check.close();
});
