import { createTranslator } from "use-intl";
import { expect, test } from "vitest";

import { enAu } from "./en-au.ts";
import { panels } from "./panels.ts";
import { readOpenPanels, readStationSearch, togglePanel } from "./station-search.ts";

const t = createTranslator({ locale: "en-AU", messages: enAu });

test("each panel has its own id and key", () => {
  const ids = panels.map(({ id }) => id);
  const keys = panels.flatMap(({ shortcut }) => shortcut?.keys ?? []);

  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each(panels)("[SH1] panel $id has a title and roles, and opens by its address", (panel) => {
  const search = readStationSearch({ ...togglePanel({}, panel.id) });

  expect(t(panel.title)).toMatch(/^[A-Z]/);
  expect(panel.roles).not.toEqual([]);
  expect(readOpenPanels(search)).toEqual([panel.id]);
});

test.each(panels)("[SH51] a toggle of panel $id changes only this panel", ({ id }) => {
  const others = panels.map((panel) => panel.id).filter((other) => other !== id);
  for (const open of [[], others.slice(0, 1), others]) {
    const before = open.reduce(togglePanel, {});

    const opened = togglePanel(before, id);
    const closed = togglePanel(opened, id);

    expect(new Set(readOpenPanels(opened))).toEqual(new Set([...open, id]));
    expect(readOpenPanels(closed)).toEqual(open);
  }
});

test("[SH51] [SH1] all panels open one after the other through the address and stay open", () => {
  const opened: string[] = [];
  let search = {};
  for (const { id } of panels) {
    search = readStationSearch({ ...togglePanel(search, id) });
    opened.push(id);

    expect(readOpenPanels(search)).toEqual(opened);
  }
});

test.each([
  ["settings", "settings"],
  ["outbound call", "dial"],
  ["DTMF", "keypad"],
  ["phone book", "phone-book"],
  ["bulk reject", "bulk-reject"],
  ["chat", "chat"],
  ["prize history", "prizes"],
  ["caller history", "history"],
])(
  "[SH51] the flag of the %s panel in the rule belongs to one panel, which it toggles",
  (_, id) => {
    expect(panels.filter((panel) => panel.id === id)).toHaveLength(1);
    const opened = togglePanel({}, id);
    expect(readOpenPanels(opened)).toEqual([id]);
    expect(readOpenPanels(togglePanel(opened, id))).toEqual([]);
  },
);
