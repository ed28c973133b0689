import { type Config, makeConfig, readSettings } from "../../config/config.ts";
import { readSecrets } from "../../config/secrets.ts";
import { CommandError, type Verb } from "../context/verb.ts";

export const sharedSettings: Verb = {
  name: "shared-settings",
  usage: "",
  summary: "Prints the secrets that every server of one database needs.",
  details: [
    "Copy the lines into linedesk.env of the other machine. They are secret: whoever has them can act as",
    "this server. The other settings that must be equal are in docs/production.md.",
  ],
  options: {},
  async run({ env, print, printJson }) {
    const settings = readSettings({ ...env });
    const secrets = await readSecrets(settings.LINEDESK_DATA);
    if (secrets === null) {
      throw new CommandError(`${settings.LINEDESK_DATA} has no secrets before the first start.`);
    }
    const shown = listSecrets(makeConfig(settings, secrets));
    Object.entries(shown).forEach(([name, value]) => print(`${name}=${value}`));
    printJson(shown);
    return 0;
  },
};

/** Returns what the first start makes, by the names of the settings. */
function listSecrets({ auth, integrations, realtime, telephony }: Config): Record<string, string> {
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
