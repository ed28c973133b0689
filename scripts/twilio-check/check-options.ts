import { parseArgs } from "node:util";

import { makeConfig, readSettings } from "../../apps/server/src/config/config.ts";
import type { Config } from "../../apps/server/src/config/config.ts";
import { generateSecrets } from "../../apps/server/src/config/secrets.ts";

export interface CheckOptions {
  telephony: Config["telephony"];
  /** The address of this machine that the service reaches, without a path. */
  url: string;
  /** The local port to which this address leads. */
  port: number;
  /** A number of the account that this check may use, and a number that calls it. */
  number: string;
  from: string;
  /** The address of signalling; by default that of Twilio. */
  signalUrl: string;
}

export const USAGE = `Usage: npm run twilio-check -- --url=https://check.example.com --port=8080 --number=+1... --from=+1...

  --url     an address without a path that the service reaches and that leads to this machine
  --port    the local port to which it leads
  --number  a number of the account; its settings are restored afterwards
  --from    another number of the account, which calls it
  --signal  the address of signalling, by default wss://voice-js.roaming.twilio.com

The account is in TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_API_KEY and TWILIO_API_SECRET. TWILIO_REGION,
TWILIO_EDGE and TWILIO_API_URL choose another address. The check makes two calls of about one minute.`;

const needed = ["url", "port", "number", "from"] as const;
const account = [
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "TWILIO_API_KEY",
  "TWILIO_API_SECRET",
] as const;

/** Returns the options, or a sentence about the first one that is missing. */
export function readCheckOptions(
  args: string[],
  env: Record<string, string | undefined>,
): CheckOptions | string {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: { url: text, port: text, number: text, from: text, signal: text },
  });
  const missing = needed.find((name) => values[name] === undefined);
  if (missing !== undefined) {
    return `--${missing} is missing.`;
  }
  const absent = account.find((name) => (env[name] ?? "") === "");
  if (absent !== undefined) {
    return `${absent} is not set.`;
  }
  const { url = "", port = "", number = "", from = "" } = values;
  const needs = { TELEPHONY: "twilio", PUBLIC_URL: url, ALLOW_DEMO_SSO: "true" };
  const appSid = `AP${"0".repeat(32)}`;
  const settings = readSettings({ ...env, ...needs, TWILIO_APP_SID: appSid, NODE_ENV: "test" });
  return {
    telephony: makeConfig(settings, generateSecrets()).telephony,
    url: new URL(url).origin,
    port: Number(port),
    number,
    from,
    signalUrl: values.signal ?? "wss://voice-js.roaming.twilio.com",
  };
}
