import type { AccountConfig } from "../directory/account-config.ts";
import type { DeveloperApplication } from "./set-up-application.ts";

export interface ReadyFacts {
  url: string;
  signalUrl: string;
  sip: { address: string; port: number };
  application: DeveloperApplication;
  account: AccountConfig;
  accountFile: string;
}

/** Returns one line for a parent program. Only the account file contains the secrets. */
export function readyLine(facts: ReadyFacts): string {
  const { url, signalUrl, sip, application, account, accountFile } = facts;
  return JSON.stringify({
    type: "ready",
    url,
    signalUrl,
    sip,
    application,
    accountSid: account.sid,
    apiKey: account.apiKey,
    accountFile,
  });
}

/** Returns the text for a person, with the secrets only on a terminal. */
export function introduction(facts: ReadyFacts, isTerminal: boolean): string {
  const { url, signalUrl, sip, account } = facts;
  return [
    "",
    "  The exchange is ready.",
    "",
    `  REST API   ${url}/2010-04-01/Accounts/${account.sid}.json`,
    `  Voice SDK  ${signalUrl}/signal   (chunderw: "${url.replace("http://", "")}")`,
    `  SIP        sip:${sip.address}:${sip.port}`,
    ...callingWords(facts),
    "",
    `  The account, also in ${facts.accountFile}`,
    `    TWILIO_ACCOUNT_SID=${account.sid}`,
    `    TWILIO_API_KEY=${account.apiKey}`,
    ...(isTerminal
      ? [`    TWILIO_AUTH_TOKEN=${account.authToken}`, `    TWILIO_API_SECRET=${account.apiSecret}`]
      : []),
    "",
    "  Next steps: docs/exchange.md. Ctrl+C ends the exchange.",
    "",
    "",
  ].join("\n");
}

function callingWords({ application, sip }: ReadyFacts): string[] {
  const { phoneNumber, voiceUrl } = application;
  return [
    "",
    `  Call ${phoneNumber}; its TwiML comes from ${voiceUrl ?? "no URL yet: set --voice-url"}`,
    `    any SIP phone    sip:${phoneNumber}@${sip.address}:${sip.port}`,
    `    with baresip     baresip -e "/dial sip:${phoneNumber}@${sip.address}:${sip.port}"`,
  ];
}
