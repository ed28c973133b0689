import { afterAll, beforeEach, describe, expect, test } from "vitest";

import {
  defaultSettings,
  settingChange,
  settingTable,
  type UserSettings,
} from "@linedesk/contract";
import { findRunningContest } from "../../src/contests/contest-store.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aQualityReport } from "../support/a-quality-report.ts";
import { aPerson, aStation, type Person } from "../support/people.ts";
import { asPerson, startTestServer } from "../support/station-server.ts";

let alice: Person;

const server = await startTestServer();

afterAll(() => server.close());

beforeEach(async () => {
  alice = await aPerson(server.db, "Alice");
});

async function read(person = alice): Promise<UserSettings> {
  return (await (await server.get("/api/user/settings", person)).json()) as UserSettings;
}

function change(setting: string, value: unknown, person = alice): Promise<Response> {
  return server.post("/api/user/settings", { setting, value }, person);
}

test("[ST1][ST3][ST30] a person who never changed a setting has exactly the defaults", async () => {
  expect(await read()).toEqual(defaultSettings);
  expect(await read()).toMatchObject({
    autoMoveOnVerify: true,
    switchCallBehvaior: "HOLD",
    endConferenceBehavior: "END",
    muteDevice: false,
    callerCount: null,
    theme: "light",
    alerts: { ring: true, title: true, badge: true, desktop: true, showNumber: false },
    view: false,
    chatCleared: {},
    stations: { callStations: [] },
    chatStation: null,
    activeQueueStation: null,
  });
});

/** The setting names of the product, in the order of its specification. */
const productNames = [
  "AUTOMOVEVERIFY",
  "SWITCHBAHAVIOR",
  "CONFERENCEENDBEHAVIOR",
  "MUTEDEVICE",
  "CALLERCOUNT",
  "THEME",
  "VIEW",
  "CHATCLEARED",
  "STATIONS",
  "CHATSTATION",
  "ACTIVEQUEUESTATION",
];

const ownSettings = Object.entries(settingTable).filter(([, { isOurs }]) => isOurs);

const noAlerts = { ring: false, title: false, badge: false, desktop: false, showNumber: true };

describe("[ST3][ST6] a setting name", () => {
  test.each([
    ["SWITCHBAHAVIOR", "END", { switchCallBehvaior: "END" }],
    ["ALERTS", noAlerts, { alerts: noAlerts }],
  ])("(%s) sets its key and returns the whole object", async (setting, value, keys) => {
    const answer = await change(setting, value);
    const whole = { ...defaultSettings, ...keys };
    expect([answer.status, await answer.json(), await read()]).toEqual([200, whole, whole]);
  });

  test("[ST6] of our own is in capitals and has a key of its own", () => {
    const names = settingChange.def.options.map((option) => option.shape.setting.def.values[0]);
    const ownNames = ownSettings.map(([name]) => name);
    const keys = Object.values(settingTable).map(({ key }) => key);

    expect(names).toEqual(["UPDATE", ...productNames, ...ownNames]);
    expect(ownNames.filter((name) => !/^[A-Z]+$/.test(name))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test("[ST7] [CH4] clearing the chat of one station leaves the times of the others", async () => {
  const [one, other] = [uuidV7(), uuidV7()];
  const [first, second] = ["2026-11-21T03:00:00.000Z", "2026-11-21T04:00:00.000Z"];
  await change("CHATCLEARED", [one, first]);
  await change("CHATCLEARED", [other, second]);

  const chatCleared = { [one]: first, [other]: second };
  expect(await read()).toEqual({ ...defaultSettings, chatCleared });
  await change("CHATCLEARED", [one, ""]);
  expect((await read()).chatCleared).toEqual({ [other]: second });
});

test.each([
  ["NOSUCH", true],
  ["THEME", "pink"],
  ["SWITCHBAHAVIOR", "KEEP"],
  ["CALLERCOUNT", 0],
  ["CALLERCOUNT", 1.5],
  ["STATIONS", ["2ZZ"]],
  ["CHATCLEARED", [uuidV7(), "yesterday"]],
  ["UPDATE", { theme: "dark" }],
  ["UPDATE", { ...defaultSettings, chatCleared: { "2ZZ": "x" } }],
])("[ST9][ST15] %s with %j is refused and changes nothing", async (setting, value) => {
  const answer = await change(setting, value);

  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { code: "bad_request" } });
  expect(await read()).toEqual(defaultSettings);
});

test("[ST7] the setting CHATCLEARED accepts any text in place of a station's id", async () => {
  const at = "2026-11-21T03:00:00.000Z";
  for (const key of ["2ZZ", "room 1", "Ö", ""]) {
    expect((await change("CHATCLEARED", [key, at])).status).toBe(200);
  }

  const chatCleared = { "2ZZ": at, "room 1": at, Ö: at, "": at };
  expect((await read()).chatCleared).toEqual(chatCleared);
  const whole = { ...(await read()), chatCleared: { other: at } };
  expect((await change("UPDATE", whole)).status).toBe(200);
  expect((await read()).chatCleared).toEqual({ other: at });
});

describe("[ST5] unknown fields of UPDATE", () => {
  const value = { ...defaultSettings, view: true, font: 1, stations: { callStations: [], max: 2 } };

  test("are refused by name, and nothing changes", async () => {
    const answer = await change("UPDATE", value);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: {
        reason: "fields_wrong",
        params: { fields: "value.stations.max, value.font" },
        fields: {
          "value.font": { reason: "field_unknown" },
          "value.stations.max": { reason: "field_unknown" },
        },
      },
    });
    expect(await read()).toEqual(defaultSettings);
  });

  test("are ignored in a change by a page of another release", async () => {
    const headers = { ...asPerson(alice), "x-linedesk-page": "/assets/index-of-last-week.js" };

    const answer = await fetch(`${server.url}/api/user/settings`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ setting: "UPDATE", value }),
    });

    expect([answer.status, await read()]).toEqual([200, { ...defaultSettings, view: true }]);
  });
});

test("simultaneous changes of different settings are all kept", async () => {
  await Promise.all([change("THEME", "dark"), change("VIEW", true), change("MUTEDEVICE", true)]);

  expect(await read()).toMatchObject({ theme: "dark", view: true, muteDevice: true });
});

test("a stored value that the contract no longer allows falls back only to its default", async () => {
  await change("VIEW", true);
  await server.db
    .updateTable("user_setting")
    .set({ settings: JSON.stringify({ view: true, theme: "sepia", gone: 1 }) })
    .where("user_id", "=", alice.id)
    .execute();

  expect(await read()).toEqual({ ...defaultSettings, view: true });
});

test("[RT3][AP19] a change reaches the person's consoles and creates an audit entry", async () => {
  await change("THEME", "dark");

  const rows = await server.db
    .selectFrom("outbox")
    .select(["channel", "payload"])
    .where("channel", "=", `private-user-${alice.id}`)
    .execute();
  const entries = await server.db
    .selectFrom("audit_entry")
    .select(["action", "address", "details"])
    .where("user_id", "=", alice.id)
    .execute();

  expect(rows).toEqual([
    { channel: `private-user-${alice.id}`, payload: { type: "settings.changed" } },
  ]);
  expect(entries).toEqual([
    { action: "setting.changed", address: "127.0.0.1", details: { setting: "THEME" } },
  ]);
});

const preflight = { status: "completed", report: aQualityReport };
const failedPreflight = { status: "failed", code: 53000, message: "WebSocket Connection Timeout" };

test("[VD85] preflight reports are kept for each person, newest first, the newest 50", async () => {
  const bob = await aPerson(server.db, "Bob");
  const old = Array.from({ length: 50 }, (_none, minute) => ({
    id: uuidV7(Date.now() - (minute + 1) * 60_000),
    user_id: alice.id,
    at: new Date(),
    outcome: JSON.stringify(failedPreflight),
  }));
  await server.db.insertInto("preflight_report").values(old).execute();

  const stored = await server.post("/api/user/preflight", preflight, alice);

  const first = (await stored.json()) as { id: string };
  expect(first).toMatchObject({ outcome: preflight, at: expect.any(String) });
  const page = await listPreflights(`?limit=2`);
  expect(page.items).toMatchObject([first, { id: old[0]?.id, outcome: failedPreflight }]);
  const rest = await listPreflights(`?limit=50&cursor=${page.nextCursor}`);
  expect([rest.items.length, rest.nextCursor]).toEqual([48, null]);
  expect((await listPreflights("", bob)).items).toEqual([]);
});

async function listPreflights(query: string, person = alice) {
  const answer = await server.get(`/api/user/preflight${query}`, person);
  return (await answer.json()) as { items: { id: string }[]; nextCursor: string | null };
}

test("[ST13] the settings route starts and ends a contest for a person with the permission, by one setting or by UPDATE", async () => {
  const bob = await aPerson(server.db, "Bob");
  const station = await aStation(server.db, [
    [alice, "producer"],
    [bob, "screener"],
  ]);
  const line = { id: uuidV7(), name: "Line", number: "+61255500999", open: true };
  await server.db
    .insertInto("phone_line")
    .values({ station_id: station, ...line })
    .execute();
  const running = () => findRunningContest(server.db, station);

  expect((await change("CALLERCOUNT", 6, bob)).status).toBe(200);
  expect(await running()).toBeNull();
  expect((await change("CALLERCOUNT", 6)).status).toBe(200);
  expect(await running()).toMatchObject({ callerCount: 6, startedBy: "Alice", line: line.id });
  expect((await change("UPDATE", { ...(await read()), callerCount: 8 })).status).toBe(200);
  expect(await running()).toMatchObject({ callerCount: 8, startedBy: "Alice" });
  expect((await change("CALLERCOUNT", 0)).status).toBe(400);
  expect(await running()).toMatchObject({ callerCount: 8 });
  expect((await change("CALLERCOUNT", null)).status).toBe(200);
  expect(await running()).toBeNull();
});
