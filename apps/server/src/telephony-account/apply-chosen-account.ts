import type { Config } from "../config/config.ts";
import type { ServiceConfig } from "../config/service-config.ts";
import { SecretSeal } from "../integrations/secret-seal.ts";
import type { Db } from "../platform/db/database.ts";
import { findAccount } from "./account-store.ts";

/**
 * Returns the configuration with the account chosen in the admin area. An account of the
 * configuration itself takes precedence. Throws `SealBrokenError`.
 */
export async function applyChosenAccount(config: Config, db: Db): Promise<Config> {
  const { telephony } = config;
  const isConfigured = telephony.kind === "twilio" || config.services.length > 1;
  const row = isConfigured ? null : await findAccount(db);
  if (row === null) {
    return config;
  }
  const seal = new SecretSeal(config.integrations.key);
  const chosen: ServiceConfig = {
    ...telephony,
    kind: "twilio",
    isChosen: true,
    accountSid: row.account_sid,
    authToken: seal.open(row.auth_token, row.account_sid),
    apiKey: row.api_key,
    apiSecret: seal.open(row.api_secret, row.account_sid),
    apiUrl: telephony.accountUrl,
    edgeAddress: null,
    hasRelays: false,
    sipCertificate: null,
  };
  return { ...config, telephony: chosen, services: [chosen] };
}
