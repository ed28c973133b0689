import { describe, expect, test } from "vitest";

import { parseCrypto, renderCrypto } from "./crypto-line.ts";

function key(letter: string): string {
  return letter.repeat(40);
}
const strong = "AES_CM_128_HMAC_SHA1_80";
const short = "AES_CM_128_HMAC_SHA1_32";

describe("[XI47] crypto lines", () => {
  test.each([
    `1 ${strong} inline:${key("A")}`,
    `1 ${strong.toLowerCase()} inline:${key("A")}|2^31`,
    `7 ${short} inline:${key("A")}|1048576`,
    `1 ${short} inline:${key("A")} WSH=128`,
  ])("%s is read", (line) => {
    const read = parseCrypto(`crypto:${line}`);

    expect(read?.key.inline).toBe(key("A"));
    expect(read === null ? "" : renderCrypto(read)).toMatch(/^a=crypto:[17] AES_CM_128_HMAC_SHA1/);
  });

  test.each([
    `1 F8_128_HMAC_SHA1_80 inline:${key("A")}`,
    `1 AEAD_AES_256_GCM inline:${key("A")}`,
    `1 ${strong} inline:${key("A").slice(4)}`,
    `1 ${strong} inline:${key("A")}AAAA`,
    `1 ${strong} inline:${key("A")}|2^20|1:4`,
    `1 ${strong} inline:${key("A")}|1:4`,
    `1 ${strong} inline:${key("A")};inline:${key("B")}`,
    `1 ${strong} inline:${key("A")} UNENCRYPTED_SRTP`,
    `1 ${strong} inline:${key("A")} UNAUTHENTICATED_SRTP`,
    `1 ${strong} inline:${key("A")} KDR=2`,
    `x ${strong} inline:${key("A")}`,
    `1 ${strong} inline:${key("A").repeat(300)}\u2028`,
    "",
  ])("%s is ignored", (line) => {
    expect(parseCrypto(`crypto:${line}`)).toBeNull();
  });
});
