import { expect, test } from "vitest";

import { CURSOR_LIFETIME_MS, ExportCursors, type PagedExport } from "./export-cursors.ts";

const taken: PagedExport = { action: "history.exported", user: "erin", filters: { text: "kim" } };

test("a cursor continues only its own export, for an hour", () => {
  let now = 1_000;
  const cursors = new ExportCursors("a key", { now: () => now });
  const sealed = cursors.seal(taken, "0190a0a0") ?? "";

  expect(cursors.open(taken, sealed)).toBe("0190a0a0");
  expect(cursors.open(taken, undefined)).toBeUndefined();
  expect(cursors.seal(taken, null)).toBeNull();
  const others: PagedExport[] = [
    { ...taken, action: "contacts.exported" },
    { ...taken, user: "dan" },
    { ...taken, filters: {} },
    { ...taken, filters: { text: "kimberley" } },
  ];
  for (const other of others) {
    expect(() => cursors.open(other, sealed)).toThrow(/does not belong to this export/);
  }
  const [at, , signature] = sealed.split(".");
  for (const made of ["", "0190a0a0", `${at}.ffff.${signature}`, `9${sealed}`, `${sealed}A`]) {
    expect(() => cursors.open(taken, made)).toThrow(/does not belong to this export/);
  }
  const otherCursors = new ExportCursors("another key", { now: () => now });
  expect(() => otherCursors.open(taken, sealed)).toThrow(/does not belong to this export/);

  now += CURSOR_LIFETIME_MS - 1;
  expect(cursors.open(taken, sealed)).toBe("0190a0a0");
  now += 1;
  expect(() => cursors.open(taken, sealed)).toThrow(/does not belong to this export/);
});
