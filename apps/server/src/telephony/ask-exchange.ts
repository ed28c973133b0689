import type { Config } from "../config/config.ts";

export type ExchangeAccount = Pick<Config["telephony"], "apiUrl" | "accountSid" | "authToken">;

interface ExchangeRequest {
  method?: string;
  path: string;
  body?: object;
  timeoutMs: number;
}

/** Sends a request to the exchange; `null` at Twilio and while the exchange does not answer. */
export async function askExchange(
  { apiUrl, accountSid, authToken }: ExchangeAccount,
  { method = "GET", path, body, timeoutMs }: ExchangeRequest,
): Promise<{ status: number; body: unknown } | null> {
  if (apiUrl === null) {
    return null;
  }
  const login = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  const json = body === undefined ? {} : { "content-type": "application/json" };
  try {
    const answer = await fetch(`${apiUrl}/inspect/${path}`, {
      method,
      headers: { authorization: `Basic ${login}`, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, body: await answer.json() };
  } catch {
    // The telephony monitor reports that the exchange does not answer.
    return null;
  }
}
