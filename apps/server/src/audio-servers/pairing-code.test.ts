import { expect, test } from "vitest";

import { createKey, createPairingCode, hashKey, hashPairingCode } from "./pairing-code.ts";

test("[AS33] a pairing code has eight unambiguous characters; it is also valid in small letters and with spaces", () => {
  const codes = Array.from({ length: 200 }, createPairingCode);

  for (const code of codes) {
    expect(code).toMatch(/^[346789A-HJ-KM-NP-RT-Y]{4}-[346789A-HJ-KM-NP-RT-Y]{4}$/);
  }
  expect(new Set(codes).size).toBe(200);
  expect(hashPairingCode(" 7hqk m3xr")).toEqual(hashPairingCode("7HQK-M3XR"));
  expect(hashPairingCode("7HQK-M3XT")).not.toEqual(hashPairingCode("7HQK-M3XR"));
});

test("[AS27] a key has 256 bits, and its hash is not the key", () => {
  const key = createKey();

  expect(Buffer.from(key, "base64url")).toHaveLength(32);
  expect(hashKey(key).toString("base64url")).not.toBe(key);
  expect(hashKey(key)).toEqual(hashKey(key));
});
