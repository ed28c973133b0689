import type { ServiceNumber } from "./single-calls.ts";
import { createRestClient, restRequest } from "./twilio-client.ts";

/** An account with its own token, as the person enters it. */
export interface AccountLogin {
  accountSid: string;
  authToken: string;
  apiUrl: string | null;
  region: string | null;
  edge: string;
}

const NUMBER_LIMIT = 5_000;

function openAccount({ authToken, ...account }: AccountLogin) {
  return createRestClient({ ...account, apiKey: account.accountSid, apiSecret: authToken });
}

/**
 * Returns the account's name, and its numbers with the destinations of their calls. Throws
 * `TelephonyError` or `TelephonyUnreachableError`.
 */
export async function readAccount(
  login: AccountLogin,
): Promise<{ name: string; numbers: ServiceNumber[] }> {
  const rest = await openAccount(login);
  const account = await restRequest(() => rest.api.v2010.accounts(login.accountSid).fetch());
  const numbers = await restRequest(() =>
    rest.incomingPhoneNumbers.list({ limit: NUMBER_LIMIT, pageSize: 1_000 }),
  );
  return {
    name: account.friendlyName,
    numbers: numbers.map(({ phoneNumber, voiceUrl }) => ({
      number: phoneNumber,
      voiceUrl: voiceUrl ?? "",
      trunk: null,
    })),
  };
}

/** Creates a key of the account for voice tokens. Its secret is returned only once. */
export async function createAccountKey(
  login: AccountLogin,
): Promise<{ apiKey: string; apiSecret: string }> {
  const rest = await openAccount(login);
  const made = await restRequest(() => rest.newKeys.create({ friendlyName: "Linedesk" }));
  return { apiKey: made.sid, apiSecret: made.secret };
}
