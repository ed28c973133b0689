import { expect, test } from "vitest";

import {
  closePanel,
  closePanels,
  openPanel,
  raisePanel,
  readOpenPanels,
  readStationSearch,
  toggleFrontPanel,
  togglePanel,
  toQueueFilter,
  withCallerCard,
  withFilter,
} from "./station-search.ts";

test("[SH1] the address contains tab and search, and restores them", () => {
  const filter = { tab: "hold" as const, find: "Penrith" };

  const search = withFilter({}, filter);

  expect(search).toEqual({ show: "hold", find: "Penrith" });
  expect(toQueueFilter(readStationSearch({ ...search }))).toEqual(filter);
});

test("[SH1] the address of the unfiltered list has no search part", () => {
  expect(withFilter({}, { tab: "all", find: "" })).toEqual({});
});

test("[SH1] an invalid address shows all callers and no panel", () => {
  const search = readStationSearch({ show: "purple", find: 7, panels: ["<b>"] });

  expect(toQueueFilter(search)).toEqual({ tab: "all", find: "" });
  expect(readOpenPanels(search)).toEqual([]);
  expect(readOpenPanels(readStationSearch({ panels: "a,,b" }))).toEqual([]);
});

test("[SH1] a toggled panel is added to the address, and other panels and the filter stay", () => {
  const one = togglePanel({ show: "hold" }, "one");
  const both = togglePanel(one, "other");

  expect(one).toEqual({ show: "hold", panels: "one" });
  expect(readOpenPanels(readStationSearch({ ...both }))).toEqual(["one", "other"]);
  expect(togglePanel(both, "one")).toEqual({ show: "hold", panels: "other" });
  expect(closePanel(both, "other")).toEqual(one);
  expect(closePanel(one, "one")).toEqual({ show: "hold" });
  expect(closePanel({}, "one")).toEqual({});
});

test("[SH1] a change of the filter keeps the panels open", () => {
  expect(withFilter({ find: "x", panels: "one" }, { tab: "hold", find: "" })).toEqual({
    show: "hold",
    panels: "one",
  });
});

test("[SH8] a panel that comes to the front moves to the end of the address", () => {
  const both = { find: "x", panels: "chat,dial" };

  expect(raisePanel(both, "chat")).toEqual({ find: "x", panels: "dial,chat" });
  expect(raisePanel({}, "chat")).toEqual({ panels: "chat" });
});

test("[SH8] below 1100 px the button of a covered panel brings it to the front, and the button of the front panel closes this panel", () => {
  const both = { find: "x", panels: "chat,dial" };

  expect(toggleFrontPanel(both, "chat")).toEqual({ find: "x", panels: "dial,chat" });
  expect(toggleFrontPanel(both, "dial")).toEqual({ find: "x", panels: "chat" });
  expect(toggleFrontPanel({}, "dial")).toEqual({ panels: "dial" });
  expect(closePanels(both)).toEqual({ find: "x" });
});

test("[CL38] the address contains the caller whose card is open, until the card closes", () => {
  const caller = "01900000-0000-7000-8000-000000000001";
  const here = withCallerCard({ show: "hold", panels: "dial" }, caller);
  const elsewhere = withCallerCard(here, caller, "3yy");

  expect(here).toEqual({ show: "hold", panels: "dial,callers", caller });
  expect(readStationSearch({ ...elsewhere })).toEqual({ ...here, at: "3yy" });
  expect(withFilter(elsewhere, { tab: "all", find: "" })).toMatchObject({ caller, at: "3yy" });
  expect(openPanel(elsewhere, "chat")).toMatchObject({ caller });
  expect(withCallerCard(elsewhere, null)).toEqual({ show: "hold", panels: "dial,callers" });
  expect(closePanel(elsewhere, "callers")).toEqual({ show: "hold", panels: "dial" });
  expect(readStationSearch({ caller: "x", at: "3yy" })).toEqual({});
});
