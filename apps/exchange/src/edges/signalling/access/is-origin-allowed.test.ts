import { describe, expect, test } from "vitest";

import { isOriginAllowed } from "./is-origin-allowed.ts";

describe("the origin of a socket", () => {
  test.each([
    [undefined, [], true],
    ["http://localhost:3000", [], true],
    ["https://127.0.0.1:3443", [], true],
    ["https://evil.example", [], false],
    ["https://localhost.evil.example", [], false],
    ["null", [], false],
    ["https://desk.example", ["https://desk.example"], true],
    ["http://desk.example", ["https://desk.example"], false],
    ["http://localhost:3000", ["https://desk.example"], false],
    ["https://evil.example", ["*"], true],
  ])("[XS29] %s with the list %o is allowed: %s", (origin, allowed, expected) => {
    expect(isOriginAllowed(origin, allowed)).toBe(expected);
  });
});
