import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { AccountConfig } from "../directory/account-config.ts";

export interface AccountFacts {
  account: AccountConfig;
  url: string;
  applicationSid: string;
}

/**
 * Writes the account as variables that a shell or `node --env-file` reads, into a file that only
 * its owner can read. Returns the path.
 */
export async function writeAccountFile(folder: string, facts: AccountFacts): Promise<string> {
  const { account, url, applicationSid } = facts;
  const variables = {
    TWILIO_ACCOUNT_SID: account.sid,
    TWILIO_AUTH_TOKEN: account.authToken,
    TWILIO_API_KEY: account.apiKey,
    TWILIO_API_SECRET: account.apiSecret,
    TWILIO_APP_SID: applicationSid,
    EXCHANGE_URL: url,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  const path = join(folder, "account.env");
  // Creates a new file, because an existing one would keep its permissions.
  await writeFile(`${path}.new`, lines.join(""), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return path;
}
