import { expect, test } from "vitest";

import type { DeviceLine } from "@linedesk/contract";
import { STATION_ID } from "../../testing/a-call.ts";
import { toOtherLine } from "./use-other-line.ts";

const OTHER = "0190a000-0000-7000-8000-000000000033";

function see(station: string | null, barred: Record<string, DeviceLine[]>) {
  const line = { line: "line2", leg: null, isBridged: false, isOnAir: false, station } as const;
  return toOtherLine(line, STATION_ID, (at) => new Set(barred[at]));
}

test("[QU62] [SH42] the station of this call can bar the other line, and the station of the other call can bar this line", () => {
  expect(see(null, { [STATION_ID]: ["line2"] })).toMatchObject({ isBarred: true });
  expect(see(null, { [OTHER]: ["line2"] })).toMatchObject({ isBarred: false });
  expect(see(OTHER, { [OTHER]: ["line1"] })).toMatchObject({ isBarredBack: true });
  expect(see(STATION_ID, { [OTHER]: ["line1"] })).toMatchObject({ isBarredBack: false });
  expect(see(null, { [OTHER]: ["line1"] })).toMatchObject({ isBarredBack: false });
});
