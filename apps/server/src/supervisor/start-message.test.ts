import { expect, test } from "vitest";

import { makeConfig, readSettings } from "../config/config.ts";
import type { Secrets } from "../config/secrets.ts";
import { formatStartMessage } from "./start-message.ts";

function messageOf(env: Record<string, string>): string {
  return formatStartMessage({
    config: makeConfig(readSettings(env), {} as Secrets),
    facts: { people: [], lines: [] },
    sip: { host: "127.0.0.1", port: 5060 },
    addresses: [],
    dataDir: "data",
  });
}

const signIn =
  "\u001b[31mOPEN: anybody who reaches this station can sign in as any person, without a password (ALLOW_DEMO_SSO).\u001b[0m";
const phone =
  "\u001b[31mOPEN: anybody who reaches this station can call its lines at /phone, without an account (PHONE_ENABLED).\u001b[0m";

test("[SR33] settings that open something beyond loopback are shown in red", () => {
  const open = { HOST: "0.0.0.0", ALLOW_DEMO_SSO: "true" };

  expect(messageOf(open)).toContain(signIn);
  expect(messageOf(open)).not.toContain(phone);
  expect(messageOf({ ...open, PHONE_ENABLED: "true" })).toContain(phone);
  const issuer = { OIDC_ISSUER: "https://issuer.example.com", PHONE_ENABLED: "true" };
  expect(messageOf({ HOST: "0.0.0.0", ...issuer })).toContain(phone);
  expect(messageOf({ HOST: "0.0.0.0", ...issuer })).not.toContain(signIn);
});

test("[SR33] on loopback nothing is red", () => {
  expect(messageOf({})).not.toContain("\u001b[31m");
});

test("[AD35] the start message names the stations file", () => {
  expect(messageOf({ STATIONS: "/etc/stations.json" })).toContain(
    "Stations from /etc/stations.json",
  );
  expect(messageOf({})).not.toContain("Stations from");
});
