import { type AccountConfig, type TestAccountConfig } from "../directory/account-config.ts";
import { ConfigError } from "./config-error.ts";
import type { Settings } from "./settings.ts";

/** All four or none: half an account would lock somebody out in silence. Throws ConfigError. */
export function readAccount(settings: Settings): AccountConfig | null {
  const account = {
    TWILIO_ACCOUNT_SID: settings.TWILIO_ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: settings.TWILIO_AUTH_TOKEN,
    TWILIO_API_KEY: settings.TWILIO_API_KEY,
    TWILIO_API_SECRET: settings.TWILIO_API_SECRET,
  };
  const missing = Object.entries(account).filter(([, value]) => value === undefined);
  if (missing.length === 4) {
    return null;
  }
  const [first] = missing;
  if (first !== undefined) {
    throw new ConfigError(`${first[0]} is missing: the account needs all four of its settings.`);
  }
  return {
    sid: settings.TWILIO_ACCOUNT_SID ?? "",
    authToken: settings.TWILIO_AUTH_TOKEN ?? "",
    apiKey: settings.TWILIO_API_KEY ?? "",
    apiSecret: settings.TWILIO_API_SECRET ?? "",
  };
}

/** Throws ConfigError. */
export function readTestAccount(settings: Settings): TestAccountConfig | null {
  const { TWILIO_TEST_ACCOUNT_SID: sid, TWILIO_TEST_AUTH_TOKEN: authToken } = settings;
  if ((sid === undefined) !== (authToken === undefined)) {
    throw new ConfigError(
      "TWILIO_TEST_ACCOUNT_SID and TWILIO_TEST_AUTH_TOKEN must be given together.",
    );
  }
  if (sid !== undefined && sid === settings.TWILIO_ACCOUNT_SID) {
    throw new ConfigError("TWILIO_TEST_ACCOUNT_SID must not be TWILIO_ACCOUNT_SID.");
  }
  return sid === undefined || authToken === undefined ? null : { sid, authToken };
}
