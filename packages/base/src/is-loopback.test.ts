import { expect, test } from "vitest";

import { isLoopbackName } from "./is-loopback.ts";

test.each([
  "localhost",
  "LOCALHOST:3000",
  "127.0.0.1:80",
  "127.9.9.9",
  "[::1]:3000",
  "a.localhost",
])("[AP24] %s is this machine", (host) => {
  expect(isLoopbackName(host)).toBe(true);
});

test.each([
  undefined,
  "",
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "evil.example:127.0.0.1",
  "localhost@evil.example",
  "192.168.1.5:3000",
  "0.0.0.0:3000",
  "[::2]",
  "localhost:99999999",
])("[AP24] %s is another machine", (host) => {
  expect(isLoopbackName(host)).toBe(false);
});
