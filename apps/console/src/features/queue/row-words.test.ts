import { expect, test } from "vitest";

import { createFill } from "./row-words.ts";

test("a sentence is formatted once and filled with each row's word in every place", () => {
  let formatted = 0;
  const fill = createFill((name) => {
    formatted += 1;
    return `Call ${name} back, ${name}`;
  });

  expect(fill("Jo")).toBe("Call Jo back, Jo");
  expect(fill("$& {name}")).toBe("Call $& {name} back, $& {name}");
  expect(formatted).toBe(1);
});
