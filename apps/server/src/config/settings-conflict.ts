import { isLoopback } from "./is-loopback.ts";
import { listServices } from "./list-services.ts";
import type { Settings } from "./settings.ts";

const neededByTwilio = [
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "TWILIO_API_KEY",
  "TWILIO_API_SECRET",
  "TWILIO_APP_SID",
  "PUBLIC_URL",
] as const;

const neededByPusher = ["PUSHER_APP_ID", "PUSHER_KEY", "PUSHER_SECRET"] as const;

export function findSettingsConflict(given: Settings): string | null {
  if ((given.TLS_CERT === undefined) !== (given.TLS_KEY === undefined)) {
    return "TLS_CERT and TLS_KEY belong together. Set both or neither.";
  }
  if (given.DATABASE_OWNER_URL !== undefined && given.DATABASE_URL === undefined) {
    return "DATABASE_OWNER_URL is set without DATABASE_URL. Set both, or only DATABASE_URL.";
  }
  if ((given.PROMO_URL === undefined) !== (given.PROMO_SECRET === undefined)) {
    return "PROMO_URL and PROMO_SECRET belong together. Set both or neither.";
  }
  if ((given.ANALYTICS_URL === undefined) !== (given.ANALYTICS_KEY === undefined)) {
    return "ANALYTICS_URL and ANALYTICS_KEY belong together. Set both or neither.";
  }
  const unknown = neededByPusher.filter((name) => given[name] === undefined);
  if (given.PUSHER_HOST !== undefined && unknown.length > 0) {
    return `PUSHER_HOST names a service, which has its own keys. Set ${unknown.join(", ")} too.`;
  }
  const telephony = findTelephonyConflict(given);
  if (telephony !== null) {
    return telephony;
  }
  const open = findUnguardedAccess(given);
  if (open !== null) {
    return open;
  }
  // Sessions that are signed with a generated secret end when the data folder is lost, so
  // production must set its own secret.
  if (given.NODE_ENV === "production" && given.SESSION_SECRET === undefined) {
    return "NO_SECRET: SESSION_SECRET is missing. Production needs it.";
  }
  return null;
}

function findTelephonyConflict(given: Settings): string | null {
  const { EXCHANGES, EXCHANGE_URL, TELEPHONY } = given;
  const other = EXCHANGE_URL === undefined ? "TELEPHONY" : "EXCHANGE_URL";
  if (EXCHANGES !== undefined && given[other] !== undefined) {
    return `EXCHANGES names all exchanges, and Twilio where it is used. Remove ${other}.`;
  }
  const services = listServices(given);
  const hasTwilio = services.some(({ url }) => url === null);
  const missing = neededByTwilio.filter((name) => given[name] === undefined);
  if (hasTwilio && missing.length > 0) {
    const [name, value] = EXCHANGES === undefined ? ["TELEPHONY", "is"] : ["EXCHANGES", "contains"];
    return `${name} ${value} "twilio". Set ${missing.join(", ")} too.`;
  }
  const own = exchangeAccount.filter((name) => given[name] !== undefined);
  if (own.length > 0 && !(hasTwilio && services.length > 1)) {
    return `${own.join(", ")} name the account of exchanges beside Twilio. Use the settings TWILIO_* instead.`;
  }
  return TELEPHONY !== "twilio" && EXCHANGE_URL?.startsWith("https:") === true
    ? `EXCHANGE_URL is "${EXCHANGE_URL}": the exchange speaks http. Name its http address in a network that nobody else can read.`
    : null;
}

const exchangeAccount = [
  "EXCHANGE_ACCOUNT_SID",
  "EXCHANGE_AUTH_TOKEN",
  "EXCHANGE_API_KEY",
  "EXCHANGE_API_SECRET",
] as const;

/**
 * Refuses a public address with the demonstration sign-in, because anybody could sign in as any
 * user.
 */
function findUnguardedAccess(given: Settings): string | null {
  const address = publicAddress(given);
  if (address === null || given.OIDC_ISSUER !== undefined || given.ALLOW_DEMO_SSO) {
    return null;
  }
  return (
    `${address.name} is "${address.value}", which other machines can reach, and the ` +
    "demonstration sign-in lets anybody in without a password. Set OIDC_ISSUER to your own issuer, " +
    "or ALLOW_DEMO_SSO=true if anybody there may sign in as anybody."
  );
}

export function publicAddress(
  given: Pick<Settings, "HOST" | "PUBLIC_URL">,
): { name: "HOST" | "PUBLIC_URL"; value: string } | null {
  if (!isLoopback(given.HOST)) {
    return { name: "HOST", value: given.HOST };
  }
  const url = given.PUBLIC_URL;
  return url === undefined || isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ""))
    ? null
    : { name: "PUBLIC_URL", value: url };
}
