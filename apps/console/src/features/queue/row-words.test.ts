import { expect, test } from "vitest";

import { createFill } from "./row-words.ts";

test("a message is formatted once, and the name of each row replaces every placeholder in it", () => {
  let formatted = 0;
  const fill = createFill((name) => {
    formatted += 1;
    return `Call ${name} back, ${name}`;
  });

  expect(fill("Jo")).toBe("Call Jo back, Jo");
  expect(fill("$& {name}")).toBe("Call $& {name} back, $& {name}");
  expect(formatted).toBe(1);
});
