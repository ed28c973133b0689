import { expect, test } from "vitest";

import { makeConfig, readSettings } from "../config/config.ts";
import { findOwnExchange, requireOwnExchange } from "./find-own-exchange.ts";

const secrets = {} as Parameters<typeof makeConfig>[1];

function ownOf(given: Record<string, string>) {
  const settings = readSettings(given);
  const config = makeConfig(settings, secrets);
  const own = findOwnExchange(config, settings, ["127.0.0.1", "10.0.0.6", "fd00::6"]);
  return own === null ? null : { service: own.service.service, host: own.host };
}

test("[SR121] a machine runs the exchange whose address in EXCHANGES is its own, at EXCHANGE_PORT", () => {
  const EXCHANGES = "main=http://10.0.0.5:3001,spare=http://10.0.0.6:3001,v6=http://[fd00::6]:3010";

  expect(ownOf({ EXCHANGES })).toEqual({ service: "spare", host: "10.0.0.6" });
  expect(ownOf({ EXCHANGES, EXCHANGE_PORT: "3010" })).toEqual({ service: "v6", host: "fd00::6" });
  expect(ownOf({ EXCHANGES, EXCHANGE_PORT: "3009" })).toBeNull();
  expect(ownOf({ EXCHANGES: "main=http://127.0.0.1:3001" })).toEqual({
    service: "main",
    host: null,
  });
});

test("[SR121] without EXCHANGES a machine runs the one exchange, and with Twilio none", () => {
  const twilio = { TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`, TWILIO_AUTH_TOKEN: "t".repeat(32) };
  const keys = { TWILIO_API_KEY: `SK${"0".repeat(32)}`, TWILIO_API_SECRET: "s".repeat(32) };
  const app = { TWILIO_APP_SID: `AP${"0".repeat(32)}` };

  expect(ownOf({})).toEqual({ service: "main", host: null });
  expect(ownOf({ EXCHANGE_HOST: "10.0.0.6" })).toEqual({ service: "main", host: "10.0.0.6" });
  expect(
    ownOf({
      ...twilio,
      ...keys,
      ...app,
      TELEPHONY: "twilio",
      PUBLIC_URL: "https://d.example",
      ALLOW_DEMO_SSO: "true",
    }),
  ).toBe(null);
});

test("[SR121] a supervisor of the exchange alone does not start when EXCHANGES names no exchange of its machine", () => {
  const settings = readSettings({ EXCHANGES: "main=http://10.0.0.5:3001" });

  expect(() => requireOwnExchange(null, settings)).toThrow(
    "EXCHANGES names no exchange of this machine at port 3001 (EXCHANGE_PORT).",
  );
});
