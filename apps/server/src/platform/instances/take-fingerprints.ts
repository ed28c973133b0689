import { createHmac } from "node:crypto";

import type { Config } from "../../config/config.ts";

const FINGERPRINT_CHARACTERS = 16;

/** The settings that all servers of a database share, by the names of `configuration.md`. */
function listSharedSettings({ auth, http, integrations, promotion, realtime, telephony }: Config) {
  return {
    PUBLIC_URL: http.publicUrlGiven ? http.publicUrl : null,
    SESSION_SECRET: auth.sessionSecret,
    INTEGRATION_KEY: integrations.key,
    TELEPHONY: telephony.kind,
    WEBHOOK_URL: telephony.webhookUrl,
    TWILIO_ACCOUNT_SID: telephony.accountSid,
    TWILIO_AUTH_TOKEN: telephony.authToken,
    TWILIO_API_KEY: telephony.apiKey,
    TWILIO_API_SECRET: telephony.apiSecret,
    TWILIO_APP_SID: telephony.appSid,
    PUSHER_APP_ID: realtime.appId,
    PUSHER_KEY: realtime.key,
    PUSHER_SECRET: realtime.secret,
    PUSHER_HOST: realtime.external?.host ?? null,
    OIDC_ISSUER: auth.issuer,
    OIDC_CLIENT_ID: auth.clientId,
    OIDC_CLIENT_SECRET: auth.clientSecret,
    SSO_COOKIE_SECRET: auth.issuer === null ? auth.ssoCookieSecret : null,
    PROMO_URL: promotion?.url ?? null,
    PROMO_SECRET: promotion?.secret ?? null,
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
