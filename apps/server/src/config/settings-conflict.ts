import type { Settings } from "./settings.ts";

const neededByTwilio = [
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "TWILIO_API_KEY",
  "TWILIO_API_SECRET",
  "TWILIO_APP_SID",
  "PUBLIC_URL",
] as const;

/** What is wrong with settings of which each is right by itself, in one sentence; or null. */
export function findSettingsConflict(given: Settings): string | null {
  if ((given.TLS_CERT === undefined) !== (given.TLS_KEY === undefined)) {
    return "TLS_CERT and TLS_KEY belong together: give both or neither.";
  }
  const missing = neededByTwilio.filter((name) => given[name] === undefined);
  if (given.TELEPHONY === "twilio" && missing.length > 0) {
    return `TELEPHONY is "twilio": it also needs ${missing.join(", ")}.`;
  }
  // [AU18] Sessions signed with a secret of our own making end with the data folder.
  if (given.NODE_ENV === "production" && given.SESSION_SECRET === undefined) {
    return "NO_SECRET: SESSION_SECRET is missing; production needs one.";
  }
  return null;
}
