import { expect, test } from "vitest";

import type { DevicePreset } from "@linedesk/contract";
import { createBrowserStorage } from "../../lib/browser-storage.ts";
import { choosePreset, chooseServer } from "./LineDevices.tsx";

const server = { id: "0190f3c4-7a1b-7c3d-8e4f-0123456789ab", name: "Studio B" };
const preset: DevicePreset = {
  id: "0190f3c4-7a1b-7c3d-8e4f-0123456789ac",
  station: "0190f3c4-7a1b-7c3d-8e4f-0123456789ad",
  name: "Morning",
  line1: server,
  line2: null,
  feedsAir: { line1: null, line2: null },
  seatOf: null,
};

test("[LN15] a preset's id is stored and both lines are set, and a device chosen for one line clears the preset", () => {
  const map = new Map([["line2-device-config", '{"type":"audio_server","id":"old"}']]);
  const store = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
  const storage = createBrowserStorage(store, () => undefined);

  choosePreset(storage, preset);
  expect(Object.fromEntries(map)).toEqual({
    devicePreset: preset.id,
    "line1-device-config": JSON.stringify({ type: "audio_server", id: server.id }),
    "line2-device-config": JSON.stringify({ type: "browser" }),
  });

  chooseServer(storage, "line2", server.id);
  expect(map.has("devicePreset")).toBe(false);
  choosePreset(storage, null);

  const browser = JSON.stringify({ type: "browser" });
  expect(Object.fromEntries(map)).toEqual({
    "line1-device-config": browser,
    "line2-device-config": browser,
  });
});
