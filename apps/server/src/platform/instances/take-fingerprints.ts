import { createHmac } from "node:crypto";

import type { Config } from "../../config/config.ts";

const FINGERPRINT_CHARACTERS = 16;

/** Returns the secrets that the first start makes, by the names of their settings. */
export function listSharedSecrets({ auth, integrations, realtime, telephony }: Config) {
  return {
    SESSION_SECRET: auth.sessionSecret,
    SSO_COOKIE_SECRET: auth.ssoCookieSecret,
    INTEGRATION_KEY: integrations.key,
    TWILIO_ACCOUNT_SID: telephony.accountSid,
    TWILIO_AUTH_TOKEN: telephony.authToken,
    TWILIO_API_KEY: telephony.apiKey,
    TWILIO_API_SECRET: telephony.apiSecret,
    TWILIO_APP_SID: telephony.appSid,
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
    ...(services.length > 1 ? listFurtherServices(config) : {}),
    WEBHOOK_URL: telephony.webhookUrl,
    PUSHER_HOST: realtime.external?.host ?? null,
    OIDC_ISSUER: auth.issuer,
    OIDC_CLIENT_ID: auth.clientId,
    PROMO_URL: promotion?.url ?? null,
    PROMO_SECRET: promotion?.secret ?? null,
  };
}

/** The exchanges have one account, which is not that of Twilio beside them. */
function listFurtherServices({ services, telephony }: Config) {
  const others = services.filter(({ accountSid }) => accountSid !== telephony.accountSid);
  const [other = telephony] = others;
  return {
    EXCHANGES: services.map(({ service, apiUrl }) => `${service}=${apiUrl ?? ""}`).join(),
    EXCHANGE_ACCOUNT_SID: other.accountSid,
    EXCHANGE_AUTH_TOKEN: other.authToken,
    EXCHANGE_API_KEY: other.apiKey,
    EXCHANGE_API_SECRET: other.apiSecret,
  };
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
