import fc from "fast-check";
import { expect, test } from "vitest";

import { AuthError } from "./auth-codes.ts";
import { resolveCallbackUrl } from "./callback-url.ts";

const origin = "https://desk.example.com";

test.each([
  [undefined, "/"],
  ["", "/"],
  ["/2zz?tab=queue#x", "/2zz?tab=queue#x"],
  [`${origin}/2zz`, "/2zz"],
  ["2zz", "/2zz"],
])("[AU19] %s is our own", (given, path) => {
  expect(resolveCallbackUrl(given, origin)).toBe(`${origin}${path}`);
});

test.each([`blob:${origin}/0b1c`, `filesystem:${origin}/a`, "http://desk.example.com/"])(
  "[AU19] %s is no page of ours",
  (given) => {
    expect(() => resolveCallbackUrl(given, origin)).toThrow(AuthError);
  },
);

test("[AU19] whatever is given, the answer is of our origin or the code", () => {
  const tricky = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc
      .tuple(
        fc.constantFrom(
          "//",
          "/\\",
          "\\\\",
          "https:",
          "http://",
          "javascript:",
          "\t//",
          "/%09/",
          "@",
        ),
        fc.string(),
      )
      .map((parts) => parts.join("")),
  );
  const isSafe = fc.property(tricky, (given) => {
    try {
      return new URL(resolveCallbackUrl(given, origin)).origin === origin;
    } catch (error) {
      return error instanceof AuthError;
    }
  });

  expect(() => fc.assert(isSafe, { numRuns: 2000 })).not.toThrow();
});
