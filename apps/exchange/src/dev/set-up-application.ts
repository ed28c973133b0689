import { z } from "zod";

import type { AccountConfig } from "../directory/account-config.ts";

/** The number is in Sydney's range for fiction; the station's own numbers begin after it. */
const PHONE_NUMBER = "+61255500100";
const NAME = "My application";
/** The URL of a new application. The example in docs/exchange.md listens there. */
const VOICE_URL = "http://127.0.0.1:4000/voice";

const applications = z.object({
  applications: z.array(z.object({ sid: z.string(), voice_url: z.string().nullable() })),
});
const numbers = z.object({ incoming_phone_numbers: z.array(z.object({ sid: z.string() })) });
const row = z.object({ sid: z.string() });

interface RunningExchange {
  /** An address such as `http://127.0.0.1:3001`. */
  url: string;
  account: AccountConfig;
}

export interface DeveloperApplication {
  sid: string;
  phoneNumber: string;
  voiceUrl: string | null;
}

/**
 * Creates the application and the number at the first start, by REST as every developer does. Both
 * stay the same at later starts; a given URL replaces the stored one.
 */
export async function setUpApplication(
  target: RunningExchange,
  voiceUrl: string | null,
): Promise<DeveloperApplication> {
  const query = `FriendlyName=${encodeURIComponent(NAME)}`;
  const found = applications.parse(await requestRest(target, `Applications.json?${query}`));
  const [known] = found.applications;
  const url = voiceUrl ?? (known === undefined ? VOICE_URL : known.voice_url);
  const path = known === undefined ? "Applications.json" : `Applications/${known.sid}.json`;
  const form = { FriendlyName: NAME, VoiceUrl: url ?? "" };
  const { sid } = row.parse(await requestRest(target, path, form));
  await setUpNumber(target, sid);
  return { sid, phoneNumber: PHONE_NUMBER, voiceUrl: url };
}

async function setUpNumber(target: RunningExchange, applicationSid: string): Promise<void> {
  const query = `PhoneNumber=${encodeURIComponent(PHONE_NUMBER)}`;
  const found = numbers.parse(await requestRest(target, `IncomingPhoneNumbers.json?${query}`));
  if (found.incoming_phone_numbers.length === 0) {
    const form = { PhoneNumber: PHONE_NUMBER, VoiceApplicationSid: applicationSid };
    await requestRest(target, "IncomingPhoneNumbers.json", form);
  }
}

async function requestRest(
  { url, account }: RunningExchange,
  path: string,
  form?: Record<string, string>,
): Promise<unknown> {
  const pair = Buffer.from(`${account.sid}:${account.authToken}`).toString("base64");
  const response = await fetch(`${url}/2010-04-01/Accounts/${account.sid}/${path}`, {
    headers: { authorization: `Basic ${pair}` },
    ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) {
    throw new Error(`the application could not be set up: ${JSON.stringify(answer)}`);
  }
  return answer;
}
