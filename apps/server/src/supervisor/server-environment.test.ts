import { expect, test } from "vitest";

import { makeConfig, readSettings } from "../config/config.ts";
import { findOwnExchange } from "./find-own-exchange.ts";
import { exchangeEnvironment } from "./server-environment.ts";

const secrets = {} as Parameters<typeof makeConfig>[1];

function hostsOf(given: Record<string, string>): string | undefined {
  const settings = readSettings(given);
  const ports = { public: 3000, internal: 3001, exchange: 3002, sip: 5060, database: 5432 };
  const config = makeConfig(settings, secrets);
  const own = findOwnExchange(config, settings);
  const parts = { given, settings, config, ports, databaseUrl: "", own };
  return exchangeEnvironment(parts)["WEBHOOK_HOSTS"];
}

test("[AD171] the exchange reaches its own station's server whatever WEBHOOK_HOSTS contains", () => {
  expect(hostsOf({ WEBHOOK_HOSTS: "radio.example,127.0.0.1:8000" })).toBe(
    "radio.example,127.0.0.1:8000,127.0.0.1:3001",
  );
  expect(hostsOf({})).toBeUndefined();
});
