import { expect, test } from "vitest";

import { guessPlace } from "./guess-place.ts";

test.each([
  ["+61255500101", "NSW Mid North Coast"],
  ["+61270100101", "Sydney"],
  ["+61370100101", "Melbourne"],
  ["+61355500101", "Warrnambool"],
  ["+61770100101", "Queensland"],
  ["+61870100101", "Adelaide"],
  ["+61855500101", "SA, WA or NT"],
  ["+61491570006", null],
  ["+6125550", null],
  ["+12025550100", null],
  [null, null],
])("[CL13] the guessed place for the prefix of %s is %s", (number, location) => {
  expect(guessPlace(number)).toBe(location);
});
