import { expect, test } from "vitest";

import { assertDemoSsoAllowed, DemoSsoRefusedError } from "./assert-demo-sso-allowed.ts";

test.each([
  ["development on a public address", false, ["0.0.0.0", "https://desk.example.com"], false],
  ["production on loopback", true, ["127.0.0.1", "http://localhost:3000", "::1"], false],
  ["production in public, told to", true, ["0.0.0.0", "https://desk.example.com"], true],
])("[SO3] %s may start", (_what, isProduction, addresses, isAllowed) => {
  expect(() => assertDemoSsoAllowed({ isProduction, addresses, isAllowed })).not.toThrow();
});

test.each([
  ["a public name", ["127.0.0.1", "https://desk.example.com"]],
  ["every address", ["0.0.0.0"]],
  ["an address of the local network", ["192.168.1.20"]],
  ["an IPv6 address", ["https://[2001:db8::1]:3000"]],
  ["a name that only looks like loopback", ["https://127.0.0.1.example.com"]],
])("[SO3] production on %s is refused in words", (_what, addresses) => {
  function start() {
    return assertDemoSsoAllowed({ isProduction: true, addresses, isAllowed: false });
  }

  expect(start).toThrow(DemoSsoRefusedError);
  expect(start).toThrow(/without a password.*OIDC_ISSUER.*ALLOW_DEMO_SSO=true/);
});
