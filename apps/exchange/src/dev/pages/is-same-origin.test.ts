import { describe, expect, test } from "vitest";

import { isSameOrigin, isPageVisit } from "./is-same-origin.ts";

describe("who may read a page of ours", () => {
  test.each([
    [{ host: "127.0.0.1:3002" }, true],
    [{ host: "localhost:3002", origin: "http://localhost:3002" }, true],
    [{ host: "[::1]:3002", "sec-fetch-site": "same-origin" as const }, true],
    [{ host: "127.0.0.1:3002", origin: "https://evil.example" }, false],
    [{ host: "127.0.0.1:3002", origin: "http://127.0.0.1:8080" }, false],
    [{ host: "127.0.0.1:3002", origin: "null" }, false],
    [{ host: "127.0.0.1:3002", "sec-fetch-site": "cross-site" as const }, false],
    [{ host: "127.0.0.1:3002", "sec-fetch-site": "same-site" as const }, false],
    [{ host: "evil.example:3002", origin: "http://evil.example:3002" }, false],
    [{ host: "127.0.0.1.evil.example" }, false],
    [{}, false],
  ])("%j: %s", (headers, expected) => {
    expect(isSameOrigin(headers, true)).toBe(expected);
  });

  test("a link may lead to the page, but to no renamed machine", () => {
    const link = { "sec-fetch-mode": "navigate", "sec-fetch-site": "same-site" as const };

    expect(isPageVisit({ host: "127.0.0.1:3002", ...link }, true)).toBe(true);
    expect(isPageVisit({ host: "evil.example", ...link }, true)).toBe(false);
  });

  test("beyond loopback any name will do, but still no other origin", () => {
    expect(isSameOrigin({ host: "desk.example" }, false)).toBe(true);
    expect(isSameOrigin({ host: "desk.example", origin: "http://evil.example" }, false)).toBe(
      false,
    );
  });
});
