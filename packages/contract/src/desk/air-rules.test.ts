import { describe, expect, test } from "vitest";

import { type AirRules, feedsAir } from "./air-rules.ts";

const SERVER = "0190a000-0000-7000-8000-000000000101";
const PRESET = "0190a000-0000-7000-8000-000000000102";
const remote = { type: "audio_server", id: SERVER } as const;
const unset = { line1: null, line2: null };

function somePresets(feeds: boolean | null): AirRules["presets"] {
  return [{ id: PRESET, line: "line1", audioServer: SERVER, feedsAir: feeds }];
}

describe("the air feed of a line", () => {
  test("[LN7] is set by the station, and by default an audio server feeds the air and a browser does not", () => {
    expect(feedsAir("line1", undefined, { station: unset, presets: [] })).toBe(false);
    expect(feedsAir("line1", { type: "browser" }, { station: unset, presets: [] })).toBe(false);
    expect(feedsAir("line1", remote, { station: unset, presets: [] })).toBe(true);
    const set = { line1: false, line2: true };
    expect(feedsAir("line1", remote, { station: set, presets: [] })).toBe(false);
    expect(feedsAir("line2", undefined, { station: set, presets: [] })).toBe(true);
  });

  test("[LN7] is first set by the preset that gave the line its audio server", () => {
    const device = { ...remote, preset: PRESET };
    const station = { line1: true, line2: true };
    expect(feedsAir("line1", device, { station, presets: somePresets(false) })).toBe(false);
    expect(feedsAir("line1", device, { station, presets: somePresets(null) })).toBe(true);
    const another = { ...device, id: crypto.randomUUID() };
    expect(feedsAir("line1", another, { station, presets: somePresets(false) })).toBe(true);
  });

  test("[LN7] is set by the chosen preset for a line of the browser, and by no other preset", () => {
    const station = { line1: false, line2: false };
    const presets = [{ id: PRESET, line: "line2" as const, audioServer: null, feedsAir: true }];
    const rules = { station, presets };
    expect(feedsAir("line2", { type: "browser", preset: PRESET }, rules)).toBe(true);
    expect(feedsAir("line2", { preset: PRESET }, rules)).toBe(true);
    expect(feedsAir("line1", { type: "browser", preset: PRESET }, rules)).toBe(false);
    expect(feedsAir("line2", undefined, rules)).toBe(false);
    expect(feedsAir("line2", { ...remote, preset: PRESET }, rules)).toBe(false);
  });

  test("is set by any preset with the audio server, even for a line without a preset", () => {
    const station = { line1: false, line2: false };
    expect(feedsAir("line1", remote, { station, presets: somePresets(true) })).toBe(true);
    expect(feedsAir("line2", remote, { station, presets: somePresets(true) })).toBe(false);
    expect(feedsAir("line1", remote, { station, presets: somePresets(false) })).toBe(false);
  });
});
