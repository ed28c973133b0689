import type { AccountConfig } from "../../directory/account-config.ts";

/** What a developer needs to know of an exchange that is ready. */
export interface ReadyFacts {
  url: string;
  signalUrl: string;
  sip: { address: string; port: number };
  inspectorUrl: string | null;
  sample: { url: string; phoneNumber: string; applicationSid: string } | null;
  account: AccountConfig;
  accountFile: string;
}

/** One line for a program that started us; it holds no secret, the file does. */
export function readyLine(facts: ReadyFacts): string {
  const { url, signalUrl, sip, inspectorUrl, sample, account, accountFile } = facts;
  return JSON.stringify({
    type: "ready",
    url,
    signalUrl,
    sip,
    inspectorUrl,
    sample,
    accountSid: account.sid,
    apiKey: account.apiKey,
    accountFile,
  });
}

/** For a person; the secrets are for their own terminal only. */
export function introduction(facts: ReadyFacts, isTerminal: boolean): string {
  const { url, signalUrl, sip, inspectorUrl, account } = facts;
  return [
    "",
    "  The exchange is ready.",
    "",
    `  REST API   ${url}/2010-04-01/Accounts/${account.sid}.json`,
    `  Voice SDK  ${signalUrl}/signal   (chunderw: "${url.replace("http://", "")}")`,
    `  SIP        sip:${sip.address}:${sip.port}`,
    `  Inspector  ${inspectorUrl ?? "off"}`,
    ...sampleWords(facts),
    "",
    `  The account, also in ${facts.accountFile}`,
    `    TWILIO_ACCOUNT_SID=${account.sid}`,
    `    TWILIO_API_KEY=${account.apiKey}`,
    ...(isTerminal
      ? [`    TWILIO_AUTH_TOKEN=${account.authToken}`, `    TWILIO_API_SECRET=${account.apiSecret}`]
      : []),
    "",
    "  How to go on: docs/exchange.md. Ctrl+C ends the exchange.",
    "",
    "",
  ].join("\n");
}

function sampleWords({ sample, sip }: ReadyFacts): string[] {
  if (sample === null) {
    return [];
  }
  const { phoneNumber, url } = sample;
  return [
    `  Softphone  ${url}`,
    "",
    `  Call ${phoneNumber}, a sample that greets and offers a menu`,
    `    in the browser   ${url}`,
    `    any SIP phone    sip:${phoneNumber}@${sip.address}:${sip.port}`,
    `    with baresip     baresip -e "/dial sip:${phoneNumber}@${sip.address}:${sip.port}"`,
  ];
}
