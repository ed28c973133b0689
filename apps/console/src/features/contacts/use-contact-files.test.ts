import { expect, test } from "vitest";

import type { Role, Station } from "@linedesk/contract";
import { findFileScopes, writeLines } from "./use-contact-files.ts";

function at(id: string, role: Role, numbers?: Station["numbers"]): Station {
  return { id, callSign: id, name: id, role, ...(numbers === undefined ? {} : { numbers }) };
}
const here = { station: "a", shows: ["Breakfast"] };
const station = { owner: "station", show: null };
const show = { owner: "show", show: "Breakfast" };
const mine = { owner: "person", show: null };

test.each([
  ["an admin", [at("a", "admin")], ["station", "show", "person"], [station, show, mine]],
  ["a producer", [at("a", "producer", "whole")], ["station", "show", "person"], [mine]],
  ["a screener", [at("a", "screener")], ["person"], [mine]],
  ["an admin who sees masked numbers", [at("a", "admin", "masked")], [], []],
  [
    "an admin who sees masked numbers only at another station",
    [at("a", "admin"), at("b", "screener", "masked")],
    ["station", "show"],
    [station, show, mine],
  ],
  [
    "an owner who sees masked numbers only at this station",
    [at("a", "owner", "masked"), at("b", "owner")],
    [],
    [],
  ],
])("[AD104] %s imports and exports only permitted books", (_, stations, targets, exports) => {
  expect(findFileScopes(stations, here)).toEqual({ targets, exports });
});

test("the file of lines that were not added is in the language of the page", () => {
  const known = [{ line: 3, number: "0491 570 006", name: "Kim" }];

  const words = { line: "Zeile", problem: "Grund", number: "Nummer", name: "Name" };

  const text = writeLines({ added: 0, bad: [], known }, { ...words, known: "schon vorhanden" });

  expect(text).toContain('"Zeile","Grund","Nummer","Name"');
  expect(text).toContain('"schon vorhanden","0491 570 006","Kim"');
});
