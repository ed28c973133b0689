import { expect, test } from "vitest";

import type { ExchangeState } from "@linedesk/contract";
import { checkExchanges } from "./check-exchanges.ts";

const main: ExchangeState = { service: "main", state: "up", isDraining: false, calls: 3 };
const spare: ExchangeState = { ...main, service: "spare" };

function judge(...exchanges: ExchangeState[]) {
  return checkExchanges(exchanges).map(({ name, state, finding }) => `${name} ${state} ${finding}`);
}

test("[CN66] the board names an exchange that is away or drains, and shows stop only when none takes calls", () => {
  expect(checkExchanges(null)).toEqual([]);
  expect(judge(main, spare)).toEqual(["main go up", "spare go up"]);
  expect(judge({ ...main, state: "down" }, spare)).toEqual(["main look down", "spare go up"]);
  expect(judge({ ...main, isDraining: true }, spare)).toEqual([
    "main look draining",
    "spare go up",
  ]);
  expect(judge({ ...main, isDraining: true }, { ...spare, state: "down" })).toEqual([
    "main no_go draining",
    "spare no_go down",
  ]);
});
