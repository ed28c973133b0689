import type { ServiceNumber } from "./single-calls.ts";
import { createRestClient, restRequest } from "./twilio-client.ts";

/** An account by its own token, as it is typed by whoever chooses it. */
export interface AccountLogin {
  accountSid: string;
  authToken: string;
  apiUrl: string | null;
}

const NUMBER_LIMIT = 5_000;

function openAccount({ accountSid, authToken, apiUrl }: AccountLogin) {
  return createRestClient({ accountSid, apiKey: accountSid, apiSecret: authToken, apiUrl });
}

/**
 * What the account is called, and its numbers with where their calls go. Throws `TelephonyError`
 * or `TelephonyUnreachableError`.
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

/** A key of the account for voice tokens; its secret is answered this once. */
export async function createAccountKey(
  login: AccountLogin,
): Promise<{ apiKey: string; apiSecret: string }> {
  const rest = await openAccount(login);
  const made = await restRequest(() => rest.newKeys.create({ friendlyName: "Linedesk" }));
  return { apiKey: made.sid, apiSecret: made.secret };
}
