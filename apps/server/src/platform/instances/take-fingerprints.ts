import { createHmac } from "node:crypto";

import type { Config } from "../../config/config.ts";
import type { ServiceConfig } from "../../config/service-config.ts";

const FINGERPRINT_CHARACTERS = 16;

/** Returns the secrets that all servers must share, by the names of their settings. */
export function listSharedSecrets({ auth, integrations, realtime, services, telephony }: Config) {
  const account = services.find(({ kind }) => kind === "twilio") ?? telephony;
  const exchange = services.find(({ kind }) => kind === "exchange");
  const isBeside = exchange !== undefined && account.kind === "twilio";
  return {
    SESSION_SECRET: auth.sessionSecret,
    SSO_COOKIE_SECRET: auth.ssoCookieSecret,
    INTEGRATION_KEY: integrations.key,
    TWILIO_ACCOUNT_SID: account.accountSid,
    TWILIO_AUTH_TOKEN: account.authToken,
    TWILIO_API_KEY: account.apiKey,
    TWILIO_API_SECRET: account.apiSecret,
    TWILIO_APP_SID: account.appSid,
    ...(isBeside ? listExchangeAccount(exchange) : {}),
    PUSHER_APP_ID: realtime.appId,
    PUSHER_KEY: realtime.key,
    PUSHER_SECRET: realtime.secret,
    OIDC_CLIENT_SECRET: auth.clientSecret,
  };
}

/** The settings that all servers of a database share, by the names of `configuration.md`. */
function listSharedSettings(config: Config) {
  const { auth, http, promotion, realtime, services, telephony } = config;
  const secrets = listSharedSecrets(config);
  return {
    ...secrets,
    SSO_COOKIE_SECRET: auth.issuer === null ? secrets.SSO_COOKIE_SECRET : null,
    PUBLIC_URL: http.publicUrlGiven ? http.publicUrl : null,
    TELEPHONY: telephony.kind,
    EXCHANGES: services.length > 1 ? services.map(describeService).join() : null,
    WEBHOOK_URL: telephony.webhookUrl,
    PUSHER_HOST: realtime.external?.host ?? null,
    OIDC_ISSUER: auth.issuer,
    OIDC_CLIENT_ID: auth.clientId,
    PROMO_URL: promotion?.url ?? null,
    PROMO_SECRET: promotion?.secret ?? null,
  };
}

/**
 * Returns the account of the exchanges at a site that also uses Twilio, which has another account.
 */
function listExchangeAccount({ accountSid, authToken, apiKey, apiSecret }: ServiceConfig) {
  return {
    EXCHANGE_ACCOUNT_SID: accountSid,
    EXCHANGE_AUTH_TOKEN: authToken,
    EXCHANGE_API_KEY: apiKey,
    EXCHANGE_API_SECRET: apiSecret,
  };
}

function describeService({ service, apiUrl }: ServiceConfig): string {
  return `${service}=${apiUrl ?? ""}`;
}

/** Returns a fingerprint of each shared setting, from which no value can be computed. */
export function takeFingerprints(config: Config): Record<string, string> {
  return Object.fromEntries(
    Object.entries(listSharedSettings(config)).map(([name, value]) => [
      name,
      value === null ? "none" : takeFingerprint(name, value),
    ]),
  );
}

function takeFingerprint(name: string, value: string): string {
  const mac = createHmac("sha256", value).update(`linedesk ${name}`);
  return mac.digest("hex").slice(0, FINGERPRINT_CHARACTERS);
}
