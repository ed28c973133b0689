import { expect, test } from "vitest";

import { toQueueFilter, readStationSearch, toStationSearch } from "./station-search.ts";

test("[SH10] tab and search stand in the address and come back from it", () => {
  const filter = { tab: "hold" as const, find: "Penrith" };

  const search = toStationSearch(filter);

  expect(search).toEqual({ show: "hold", find: "Penrith" });
  expect(toQueueFilter(readStationSearch({ ...search }))).toEqual(filter);
});

test("[SH10] the plain list has a plain address", () => {
  expect(toStationSearch({ tab: "all", find: "" })).toEqual({});
});

test("[SH10] an address with nonsense shows everybody", () => {
  expect(toQueueFilter(readStationSearch({ show: "purple", find: 7 }))).toEqual({
    tab: "all",
    find: "",
  });
});
