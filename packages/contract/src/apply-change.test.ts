import { describe, expect, test } from "vitest";

import { applyChange } from "./apply-change.ts";
import { defaultSettings, type SettingChange } from "./settings.ts";

const station = "0190a000-0000-7000-8000-000000000022";

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
  [{ setting: "SHORTCUTS", value: { hold: "F4" } }, { shortcuts: { hold: "F4" } }],
  [{ setting: "LOCALE", value: "de" }, { locale: "de" }],
];

describe("a change of one setting", () => {
  test("sets its own key and nothing else", () => {
    for (const [change, expected] of table) {
      expect(applyChange(defaultSettings, change)).toEqual({ ...defaultSettings, ...expected });
    }
  });

  test("takes the whole object with UPDATE", () => {
    const value = { ...defaultSettings, view: true, theme: "dark" as const };

    expect(applyChange(defaultSettings, { setting: "UPDATE", value })).toEqual(value);
  });
});
