import { expect, test } from "vitest";

import { movesToAir } from "./moves-to-air.ts";

test("[LN102] a move puts a caller to air if its target line feeds the air, and a swap if either line does", () => {
  const [here, there, none] = [
    { here: true, there: false },
    { here: false, there: true },
    { here: false, there: false },
  ];

  expect([here, there, none].map((fed) => movesToAir("move", fed))).toEqual([false, true, false]);
  expect([here, there, none].map((fed) => movesToAir("swap", fed))).toEqual([true, true, false]);
});
