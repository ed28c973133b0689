import { expect, test } from "vitest";

import { assertDemoSsoAllowed, DemoSsoRefusedError } from "./assert-demo-sso-allowed.ts";

test.each([
  ["on loopback", ["127.0.0.1", "http://localhost:3000", "::1"], false],
  ["in public with the setting", ["0.0.0.0", "https://desk.example.com"], true],
])("[SO3] the demonstration sign-in %s may start", (_what, addresses, isAllowed) => {
  expect(() => assertDemoSsoAllowed({ addresses, isAllowed })).not.toThrow();
});

test.each([
  ["a public name", ["127.0.0.1", "https://desk.example.com"]],
  ["every address", ["0.0.0.0"]],
  ["an address of the local network", ["192.168.1.20"]],
  ["an IPv6 address", ["https://[2001:db8::1]:3000"]],
  ["a name that only resembles loopback", ["https://127.0.0.1.example.com"]],
])("[SO3] the demonstration sign-in on %s is refused with the reason", (_what, addresses) => {
  function start() {
    return assertDemoSsoAllowed({ addresses, isAllowed: false });
  }

  expect(start).toThrow(DemoSsoRefusedError);
  expect(start).toThrow(/without a password.*OIDC_ISSUER.*ALLOW_DEMO_SSO=true/);
});
