import { describe, expect, test } from "vitest";

import { feedsAir } from "./use-barred-lines.ts";

const SERVER = "0190a000-0000-7000-8000-000000000101";
const PRESET = "0190a000-0000-7000-8000-000000000102";
const server = { id: SERVER, name: "Studio B" };
const remote = { type: "audio_server", id: SERVER } as const;
const unset = { line1: null, line2: null };

function aPreset(feeds: boolean | null) {
  return { id: PRESET, line1: server, line2: null, feedsAir: { line1: feeds, line2: null } };
}

describe("whether a line feeds the air", () => {
  test("[SH42] says the station; where it says nothing, an audio server does and a browser does not", () => {
    expect(feedsAir("line1", undefined, { station: unset, presets: [] })).toBe(false);
    expect(feedsAir("line1", remote, { station: unset, presets: [] })).toBe(true);
    const set = { line1: false, line2: true };
    expect(feedsAir("line1", remote, { station: set, presets: [] })).toBe(false);
    expect(feedsAir("line2", undefined, { station: set, presets: [] })).toBe(true);
  });

  test("[SH42] [LN40] says before all the preset that gave the line its audio server", () => {
    const device = { ...remote, preset: PRESET };
    const station = { line1: true, line2: true };
    expect(feedsAir("line1", device, { station, presets: [aPreset(false)] })).toBe(false);
    expect(feedsAir("line1", device, { station, presets: [aPreset(null)] })).toBe(true);
    const another = { ...device, id: crypto.randomUUID() };
    expect(feedsAir("line1", another, { station, presets: [aPreset(false)] })).toBe(true);
  });
});
