import { ConfigError } from "../../config/config-error.ts";
import { readSettings } from "../../config/config.ts";
import type { Settings } from "../../config/settings.ts";
import type { TestAccountConfig } from "../../directory/account-config.ts";

/** The developer's tools as `npm run exchange` is to load them. */
export interface ToolsConfig {
  /** The page that shows what passes through; null is off. */
  inspector: { host: string; port: number } | null;
  /** Null has none. */
  testAccount: TestAccountConfig | null;
  /** The sample application; null is off. */
  samplePort: number | null;
}

/** Throws ConfigError naming the setting that is wrong. */
export function readToolsConfig(settings: Settings = readSettings()): ToolsConfig {
  const { INSPECTOR_HOST: host, INSPECTOR_PORT: port } = settings;
  return {
    inspector: port === null ? null : { host, port },
    testAccount: readTestAccount(settings),
    samplePort: settings.SAMPLE_PORT,
  };
}

function readTestAccount(settings: Settings): TestAccountConfig | null {
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
