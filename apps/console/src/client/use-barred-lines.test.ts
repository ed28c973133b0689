import { expect, test } from "vitest";

import type { AirRules, Role, Station } from "@linedesk/contract";
import { createBarredAt } from "./use-barred-lines.ts";

const ZZ = "0190a000-0000-7000-8000-000000000001";
const YY = "0190a000-0000-7000-8000-000000000002";
const browser = { line1: undefined, line2: undefined };

function aStation(id: string, role: Role): Station {
  return { id, callSign: id.slice(-1), name: "A station", role };
}

function onAir(line1: boolean | null, line2: boolean | null): AirRules {
  return { station: { line1, line2 }, presets: [] };
}

test("[SH42] until a station's lines are loaded, a role that may not go to air cannot use any of them", () => {
  const stations = [aStation(ZZ, "screener"), aStation(YY, "presenter")];
  const before = createBarredAt({ stations, rules: {}, devices: browser });
  expect([...before(ZZ)]).toEqual(["line1", "line2"]);
  expect([...before(YY)]).toEqual([]);

  const rules = { [ZZ]: onAir(null, true), [YY]: onAir(true, true) };
  const known = createBarredAt({ stations, rules, devices: browser });
  expect([...known(ZZ)]).toEqual(["line2"]);
  expect([...known(YY)]).toEqual([]);
});

test("[SH42] the lines that a role may not use follow from the station and from the device that carries them", () => {
  const stations = [aStation(ZZ, "screener"), aStation(YY, "screener")];
  const rules = { [ZZ]: onAir(null, null), [YY]: onAir(true, false) };
  const devices = { line1: undefined, line2: { type: "audio_server", id: "studio" } as const };
  const barredAt = createBarredAt({ stations, rules, devices });

  expect([...barredAt(ZZ)]).toEqual(["line2"]);
  expect([...barredAt(YY)]).toEqual(["line1"]);
});
