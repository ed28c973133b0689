import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import {
  applyChange,
  defaultSettings,
  readSwitchBehaviour,
  type SettingChange,
  settingChange,
  settingTable,
  userSettings,
} from "./settings.ts";

const station = "0190a000-0000-7000-8000-000000000022";

/** Each setting of the product with a value that is not its default. */
const table: [SettingChange, Partial<typeof defaultSettings>][] = [
  [{ setting: "AUTOMOVEVERIFY", value: false }, { autoMoveOnVerify: false }],
  [{ setting: "MUTEDEVICE", value: true }, { muteDevice: true }],
  [{ setting: "VIEW", value: true }, { view: true }],
  [{ setting: "SWITCHBAHAVIOR", value: "END" }, { switchCallBehvaior: "END" }],
  [{ setting: "CONFERENCEENDBEHAVIOR", value: "HOLD" }, { endConferenceBehavior: "HOLD" }],
  [{ setting: "CALLERCOUNT", value: 9 }, { callerCount: 9 }],
  [{ setting: "STATIONS", value: [station] }, { stations: { callStations: [station] } }],
  [{ setting: "CHATSTATION", value: station }, { chatStation: station }],
  [{ setting: "ACTIVEQUEUESTATION", value: station }, { activeQueueStation: station }],
  [{ setting: "THEME", value: "dark" }, { theme: "dark" }],
  [
    { setting: "CHATCLEARED", value: [station, "2026-11-21T10:00:00Z"] },
    { chatCleared: { [station]: "2026-11-21T10:00:00Z" } },
  ],
];

describe("a change of one setting", () => {
  test("sets its own key and nothing else", () => {
    for (const [change, expected] of table) {
      expect(applyChange(defaultSettings, change)).toEqual({ ...defaultSettings, ...expected });
    }
  });

  test("sets the whole object with UPDATE", () => {
    const value = { ...defaultSettings, view: true, theme: "dark" as const };

    expect(applyChange(defaultSettings, { setting: "UPDATE", value })).toEqual(value);
  });

  test("[ST5] keeps the product's further settings when UPDATE omits them", () => {
    const keys = table.flatMap(([, changed]) => Object.keys(changed));
    const whole = Object.entries(defaultSettings);
    const own = whole.filter(([key]) => keys.includes(key));
    const { alerts, singleKeys } = defaultSettings;
    const before = { ...defaultSettings, locale: "de-DE", singleKeys: !singleKeys, shortcuts: {} };
    const value = { ...Object.fromEntries(own), view: true };

    const change = settingChange.parse({ setting: "UPDATE", value });

    expect(applyChange(before, change)).toEqual({ ...before, view: true });
    for (const [key] of whole) {
      const rest = Object.fromEntries(whole.filter(([other]) => other !== key));
      const { success } = settingChange.safeParse({ setting: "UPDATE", value: rest });
      expect([key, success]).toEqual([key, !keys.includes(key)]);
    }
    expect(defaultSettings).toMatchObject({ shortcuts: {}, tableLayouts: {}, locale: "en-AU" });
    expect(settingChange.parse({ setting: "ALERTS", value: alerts })).toMatchObject({
      value: alerts,
    });
  });

  test("keeps the times at which the chats of the last 500 stations were cleared", () => {
    const cleared = Array.from({ length: 501 }, (_, index) => [
      `station-${index}`,
      new Date(index).toISOString(),
    ]);
    const before = { ...defaultSettings, chatCleared: Object.fromEntries(cleared.slice(0, 500)) };
    const [id = "", at = ""] = cleared[500] ?? [];

    const { chatCleared } = applyChange(before, { setting: "CHATCLEARED", value: [id, at] });

    expect(Object.keys(chatCleared)).toHaveLength(500);
    expect(chatCleared).not.toHaveProperty("station-0");
    expect(chatCleared).toHaveProperty("station-500");
  });

  test("keeps the layouts of the last 50 tables, and drops an empty layout", () => {
    const layouts = Array.from({ length: 50 }, (_, index) => [`table-${index}`, "{}"]);
    const before = { ...defaultSettings, tableLayouts: Object.fromEntries(layouts) };

    const { tableLayouts } = applyChange(before, { setting: "TABLELAYOUT", value: ["lines", "x"] });
    const forgotten = applyChange(before, { setting: "TABLELAYOUT", value: ["table-3", ""] });

    expect(Object.keys(tableLayouts)).toHaveLength(50);
    expect(tableLayouts).not.toHaveProperty("table-0");
    expect(tableLayouts["lines"]).toBe("x");
    expect(Object.keys(forgotten.tableLayouts)).toHaveLength(49);
    expect(forgotten.tableLayouts).not.toHaveProperty("table-3");
  });
});

const sounds = { ringVolume: 0.5, muteRingerWhileTalking: true };
const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`key-${at}`, "x"]));

test.each<[string, unknown]>([
  ["SOUNDS", { ...sounds, ringVolume: 1e308 }],
  ["SOUNDS", { ...sounds, ringVolume: 1.01 }],
  ["SOUNDS", { ...sounds, ringVolume: -0.1 }],
  ["SOUNDS", { ...sounds, ringVolume: Number.NaN }],
  ["SHORTCUTS", many],
  ["SHORTCUTS", { ["x".repeat(101)]: "a" }],
  ["SHORTCUTS", { a: "x".repeat(101) }],
  ["CHATCLEARED", ["x".repeat(101), "now"]],
  ["CHATCLEARED", [station, "x".repeat(41)]],
  ["TABLELAYOUT", ["x".repeat(101), "{}"]],
  ["TABLELAYOUT", ["lines", "x".repeat(501)]],
])("[ST9] %s outside its limits is refused", (setting, value) => {
  expect(settingChange.safeParse({ setting, value }).success).toBe(false);
});

test("[ST9] the limits themselves are accepted", () => {
  for (const ringVolume of [0, 1]) {
    const change = { setting: "SOUNDS", value: { ...sounds, ringVolume } };
    expect(settingChange.safeParse(change).success).toBe(true);
  }
  const { "key-200": _last, ...shortcuts } = many;
  expect(settingChange.safeParse({ setting: "SHORTCUTS", value: shortcuts }).success).toBe(true);
});

describe.each(Object.entries(settingTable))("the row %s of the table", (name, row) => {
  test("has its own key in the settings, with its default", () => {
    const owners = Object.values(settingTable).filter(({ key }) => key === row.key);

    expect(owners).toHaveLength(1);
    expect(userSettings.shape[row.key]).toBe(row.schema);
    expect(defaultSettings[row.key]).toEqual(row.default);
    expect(row.schema.safeParse(row.default).success).toBe(true);
  });

  test("is a member of the union of changes, and its value sets only its own key", () => {
    const option = settingChange.def.options.find(
      ({ shape }) => shape.setting.def.values[0] === name,
    );
    const isPair = name === "CHATCLEARED" || name === "TABLELAYOUT";
    const value: unknown = isPair ? [station, "now"] : firstValue(row);
    const change = settingChange.parse({ setting: name, value });

    expect(option?.shape.value).toBe(row.value);
    const { [row.key]: _own, ...others } = applyChange(defaultSettings, change);
    const { [row.key]: _before, ...untouched } = defaultSettings;
    expect(others).toEqual(untouched);
  });
});

/** Returns a value for a change. Most rows accept the whole value, one a list of stations. */
function firstValue({ key }: { key: keyof typeof defaultSettings }): unknown {
  return key === "stations" ? [station] : defaultSettings[key];
}

test("only one shipped file has the spelling `switchCallBehvaior`, and translates it", () => {
  expect(readSwitchBehaviour({ switchCallBehvaior: "END" })).toBe("END");
  expect(readSwitchBehaviour(defaultSettings)).toBe("HOLD");

  const root = new URL("../../../../", import.meta.url);
  const shipped = ["apps", "packages"].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" })
      .filter((file) => /^[^/]+\/src\/.*\.tsx?$/.test(file) && !file.includes(".test."))
      .map((file) => `${folder}/${file}`),
  );
  const spelt = shipped.filter((file) =>
    readFileSync(new URL(file, root), "utf8").includes("switchCallBehvaior"),
  );
  expect(spelt).toEqual(["packages/contract/src/stations/settings.ts"]);
});
