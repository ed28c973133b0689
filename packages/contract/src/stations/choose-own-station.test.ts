import { expect, test } from "vitest";

import { chooseOwnStation } from "./choose-own-station.ts";
import type { Station } from "./stations.ts";

function aStation(id: string): Station {
  return { id, callSign: id, name: id, role: "producer" };
}

test("[ST13] a person's own station is the chosen one, otherwise the only one, otherwise none", () => {
  const [mine, other] = [aStation("2ZZ"), aStation("3YY")];

  expect(chooseOwnStation([mine, other], "3YY")).toBe(other);
  expect(chooseOwnStation([mine, other], null)).toBeNull();
  expect(chooseOwnStation([mine, other], "gone")).toBeNull();
  expect(chooseOwnStation([mine], null)).toBe(mine);
  expect(chooseOwnStation([mine], "gone")).toBe(mine);
  expect(chooseOwnStation([], null)).toBeNull();
});
