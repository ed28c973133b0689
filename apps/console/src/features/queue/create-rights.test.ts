import { expect, test } from "vitest";

import type { Station } from "@linedesk/contract";
import { createRights, type RowRights } from "./create-rights.ts";

const stations: Station[] = [
  { id: "zz", callSign: "2ZZ", name: "Sydney", role: "screener" },
  { id: "yy", callSign: "3YY", name: "Melbourne", role: "presenter", colour: "#a006d1" },
];

test("[QU62] the role at the station of a row decides the possible actions, and a read-only tab has none", () => {
  const rightsAt = createRights({ stations, isReading: false, isTagged: true });

  const readingAt = createRights({ stations, isReading: true, isTagged: true });
  function list({ may }: RowRights): string[] {
    return (["screen", "reject", "air", "dial"] as const).filter(may);
  }

  expect(list(rightsAt("zz"))).toEqual(["screen", "reject", "dial"]);
  expect(list(rightsAt("yy"))).toEqual(["screen", "reject", "air", "dial"]);
  expect(list(rightsAt("foreign"))).toEqual([]);
  expect(list(readingAt("yy"))).toEqual([]);
});

test("[SH42] a row does not offer a barred line, and has no action while the barred line is selected", () => {
  const lines = new Set(["line2"] as const);
  const barredAt = (station: string) => (station === "zz" ? lines : new Set<never>());
  const seat = { stations, isReading: false, isTagged: true, barredAt };

  const onAir = createRights({ ...seat, selected: "line2" });
  expect(onAir("zz")).toMatchObject({ lines: ["line1"], here: false });
  expect(onAir("yy")).toMatchObject({ lines: ["line1", "line2"], here: true });
  const onOther = createRights({ ...seat, selected: "line1" });
  expect(onOther("zz")).toMatchObject({ lines: ["line1"], here: true });
  const unbarred = createRights({ stations, isReading: false, isTagged: true });
  expect(unbarred("zz")).toMatchObject({ lines: ["line1", "line2"], here: true });
});

test('the button of a row says "to air" while a line that feeds the air is selected', () => {
  const fedAt = () => new Set(["line2"] as const);
  const seat = { stations, isReading: false, isTagged: true, fedAt };

  expect(createRights({ ...seat, selected: "line2" })("yy").toAir).toBe(true);
  expect(createRights({ ...seat, selected: "line1" })("yy").toAir).toBe(false);
  expect(createRights({ ...seat, selected: "line2" })("zz").toAir).toBe(false);
});

test("[ST41] [AD94] rows name their station while several are watched, each with its colour", () => {
  const rightsAt = createRights({ stations, isReading: false, isTagged: true });

  expect(rightsAt("zz").tag).toEqual({ callSign: "2ZZ", hue: 0, colour: null });
  expect(rightsAt("yy").tag).toEqual({ callSign: "3YY", hue: 1, colour: "#a006d1" });
  expect(createRights({ stations, isReading: false, isTagged: false })("zz").tag).toBeNull();
});
