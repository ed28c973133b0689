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
])("[AU16] %s leads to our own origin", (given, path) => {
  expect(resolveCallbackUrl(given, origin)).toBe(`${origin}${path}`);
});

test.each([
  `blob:${origin}/0190a000-0000-7000-8000-000000000022`,
  `BLOB:${origin}/x`,
  `filesystem:${origin}/temporary/x`,
  "data:text/html,x",
  "javascript:alert(1)",
])("[AU16] %s is refused, whatever its origin", (given) => {
  expect(() => resolveCallbackUrl(given, origin)).toThrow(
    expect.objectContaining({ code: "INVALID_CALLBACK_URL_ERROR" }),
  );
});

test("[AU16] any text leads to our own origin or is refused", () => {
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
          "blob:",
          `blob:${origin}/`,
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
      return resolveCallbackUrl(given, origin).startsWith(`${origin}/`);
    } catch (error) {
      return error instanceof AuthError;
    }
  });

  expect(() => fc.assert(isSafe, { numRuns: 2000 })).not.toThrow();
});
