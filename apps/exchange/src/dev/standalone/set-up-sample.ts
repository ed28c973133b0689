import { z } from "zod";

import type { AccountConfig } from "../../directory/account-config.ts";

/** Sydney's range for fiction; the station's own numbers begin after it. */
export const SAMPLE_NUMBER = "+61255500100";
const NAME = "Linedesk sample";

const rows = z.object({
  incoming_phone_numbers: z.array(z.object({ sid: z.string() })).optional(),
  applications: z.array(z.object({ sid: z.string() })).optional(),
});
const row = z.object({ sid: z.string() });

interface SampleTarget {
  /** `http://127.0.0.1:3001` */
  url: string;
  account: AccountConfig;
}

/**
 * Gives the sample its number and its application, by REST as any developer would. Both stay the
 * same from one start to the next; only the sample's address is set anew.
 */
export async function setUpSample(
  target: SampleTarget,
  sampleUrl: string,
): Promise<{ phoneNumber: string; applicationSid: string }> {
  const settings = {
    FriendlyName: NAME,
    VoiceUrl: `${sampleUrl}/voice`,
    VoiceMethod: "POST",
    StatusCallback: `${sampleUrl}/status`,
  };
  const applications = await requestRest(
    target,
    `Applications.json?FriendlyName=${encodeURIComponent(NAME)}`,
  );
  const known = rows.parse(applications).applications?.[0]?.sid;
  const path = known === undefined ? "Applications.json" : `Applications/${known}.json`;
  const application = row.parse(await requestRest(target, path, settings));
  await setUpNumber(target, settings);
  return { phoneNumber: SAMPLE_NUMBER, applicationSid: application.sid };
}

async function setUpNumber(target: SampleTarget, settings: Record<string, string>): Promise<void> {
  const query = `PhoneNumber=${encodeURIComponent(SAMPLE_NUMBER)}`;
  const numbers = rows.parse(await requestRest(target, `IncomingPhoneNumbers.json?${query}`));
  const known = numbers.incoming_phone_numbers?.[0]?.sid;
  if (known !== undefined) {
    await requestRest(target, `IncomingPhoneNumbers/${known}.json`, settings);
  } else {
    await requestRest(target, "IncomingPhoneNumbers.json", {
      PhoneNumber: SAMPLE_NUMBER,
      ...settings,
    });
  }
}

async function requestRest(
  { url, account }: SampleTarget,
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
    throw new Error(`the sample was not set up: ${JSON.stringify(answer)}`);
  }
  return answer;
}
