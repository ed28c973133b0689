import { expect, test } from "vitest";

import { filterOf, readStationSearch, searchOf } from "./station-search.ts";

test("[SH10] tab and search stand in the address and come back from it", () => {
  const filter = { tab: "hold" as const, find: "Penrith" };

  const search = searchOf(filter);

  expect(search).toEqual({ show: "hold", find: "Penrith" });
  expect(filterOf(readStationSearch({ ...search }))).toEqual(filter);
});

test("[SH10] the plain list has a plain address", () => {
  expect(searchOf({ tab: "all", find: "" })).toEqual({});
});

test("[SH10] an address with nonsense shows everybody", () => {
  expect(filterOf(readStationSearch({ show: "purple", find: 7 }))).toEqual({
    tab: "all",
    find: "",
  });
});
