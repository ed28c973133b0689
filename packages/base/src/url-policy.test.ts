import { expect, test } from "vitest";

import { createAddressPolicy } from "./url-policy.ts";

test("[XM57] only a host that is allowed by its name may be in a private network", () => {
  const mayConnect = createAddressPolicy(["*", "music.local", "127.0.0.1:8000"]);

  expect(mayConnect(new URL("http://music.local/x"), "192.168.0.5")).toBe(true);
  expect(mayConnect(new URL("http://127.0.0.1:8000/x"), "127.0.0.1")).toBe(true);
  expect(mayConnect(new URL("http://127.0.0.1:9000/x"), "127.0.0.1")).toBe(false);
  expect(mayConnect(new URL("http://example.org/x"), "192.168.0.5")).toBe(false);
  expect(mayConnect(new URL("http://example.org/x"), "93.184.216.34")).toBe(true);
});
