import { expect, test } from "vitest";

import { makeConfig, readSettings } from "../config/config.ts";
import type { Secrets } from "../config/secrets.ts";
import { formatStartMessage } from "./start-message.ts";

function messageOf(
  env: Record<string, string>,
  issuerProblem = "",
  port = 5060,
  isService = false,
): string {
  return formatStartMessage({
    isService,
    config: makeConfig(readSettings(env), {} as Secrets),
    facts: { people: [], lines: [] },
    sip: { host: "127.0.0.1", port },
    announced: null,
    addresses: [],
    dataDir: "data",
    issuerProblem,
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

test("[SR24] the command for demonstration calls names the SIP port if it is not 5060", () => {
  expect(messageOf({})).toMatch(/npm run demo:calls -- 12$/m);
  expect(messageOf({}, "", 5470)).toMatch(/npm run demo:calls -- 12 --port 5470$/m);
});

test("[SR80] a production start without a line shows the next step and no number", () => {
  const production = {
    NODE_ENV: "production",
    SESSION_SECRET: "x".repeat(32),
    OIDC_ISSUER: "https://issuer.example.com",
    OWNER_EMAIL: "kim@example.com",
  };

  const message = messageOf(production);

  expect(message).not.toContain("+61");
  expect(message).not.toContain("to call");
  expect(message).toContain("No station exists yet. kim@example.com signs in");
  expect(messageOf({ ...production, OWNER_EMAIL: "" })).toContain("Set OWNER_EMAIL");
});

test("[SR81] the start message shows in red that the issuer cannot be used", () => {
  const issuer = { HOST: "0.0.0.0", OIDC_ISSUER: "https://issuer.example.com" };

  expect(messageOf(issuer, "It cannot be reached.")).toContain(
    "\u001b[31mIt cannot be reached.\u001b[0m",
  );
  expect(messageOf(issuer)).not.toContain("\u001b[31m");
});

test.each([
  ["127.0.0.1", "203.0.113.10", "127.0.0.1"],
  ["0.0.0.0", "203.0.113.10", "203.0.113.10"],
  ["0.0.0.0", null, "192.168.1.20"],
])("with SIP on %s and MEDIA_ADDRESS %s, telephones call %s", (host, announced, shown) => {
  const message = formatStartMessage({
    isService: true,
    config: makeConfig(readSettings({}), {} as Secrets),
    facts: {
      people: [],
      lines: [{ station: "2ZZ", line: "Main", number: "+61255500101", open: true }],
    },
    sip: { host, port: 5060 },
    announced,
    addresses: ["192.168.1.20"],
    dataDir: "data",
    issuerProblem: "",
  });

  expect(message).toContain(`sip:+61255500101@${shown}:5060`);
});

test("the start message of a service does not mention Ctrl+C", () => {
  expect(messageOf({})).toContain("Ctrl+C ends the station.");
  expect(messageOf({}, "", 5060, true)).not.toContain("Ctrl+C");
});
