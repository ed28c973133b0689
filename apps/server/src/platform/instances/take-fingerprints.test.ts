import { expect, test } from "vitest";

import { makeConfig, readSettings } from "../../config/config.ts";
import { generateSecrets } from "../../config/secrets.ts";
import { listSharedSecrets, takeFingerprints } from "./take-fingerprints.ts";

const twilio = {
  TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "auth-token-of-twilio",
  TWILIO_API_KEY: `SK${"1".repeat(32)}`,
  TWILIO_API_SECRET: "api-secret-of-twilio",
  TWILIO_APP_SID: `AP${"1".repeat(32)}`,
  PUBLIC_URL: "https://desk.example.com",
  ALLOW_DEMO_SSO: "true",
};

test("[SR104] the servers of a site with several exchanges share the list of exchanges, and the accounts of Twilio and of the exchanges", () => {
  const secrets = generateSecrets();
  function configure(EXCHANGES: string) {
    return makeConfig(readSettings({ ...twilio, EXCHANGES }), secrets);
  }
  const config = configure("main=http://10.0.0.5:3001,twilio");

  expect(listSharedSecrets(config)).toMatchObject({
    TWILIO_AUTH_TOKEN: twilio.TWILIO_AUTH_TOKEN,
    TWILIO_APP_SID: twilio.TWILIO_APP_SID,
    EXCHANGE_ACCOUNT_SID: secrets.accountSid,
    EXCHANGE_AUTH_TOKEN: secrets.authToken,
  });
  const other = takeFingerprints(configure("spare=http://10.0.0.5:3001,twilio"));
  const own = takeFingerprints(config);
  expect(Object.keys(own).filter((name) => own[name] !== other[name])).toEqual(["EXCHANGES"]);
});
