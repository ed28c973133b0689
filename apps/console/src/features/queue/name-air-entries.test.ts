import { expect, test } from "vitest";

import type { MenuEntry } from "../../ui/Menu.tsx";
import { nameAirEntries } from "./name-air-entries.ts";

test('the menu of a row says "to air" at each line that feeds the air, and nowhere else', () => {
  const item = (key: string): MenuEntry => ({
    type: "item",
    key,
    label: key,
    run: () => undefined,
  });
  const entries = [item("accept:line1"), item("accept:line2"), item("reject")];

  const named = nameAirEntries(entries, new Set(["line2"]), (action) => `${action}, to air`);

  expect(named).toMatchObject([
    { label: "accept:line1" },
    { label: "accept:line2, to air", danger: true },
    { label: "reject" },
  ]);
  expect(named[0]).not.toHaveProperty("danger");
});
