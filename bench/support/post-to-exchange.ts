export interface ExchangeAccount {
  sid: string;
  authToken: string;
}

/**
 * Sends a REST request with the account of the exchange at this port. Throws when it is refused.
 */
export async function postToExchange(
  port: number,
  { sid, authToken }: ExchangeAccount,
  { path, form }: { path: string; form: Record<string, string> },
): Promise<void> {
  const login = Buffer.from(`${sid}:${authToken}`).toString("base64");
  const answer = await fetch(`http://127.0.0.1:${String(port)}/2010-04-01/Accounts/${sid}${path}`, {
    method: "POST",
    headers: { authorization: `Basic ${login}` },
    body: new URLSearchParams(form),
  });
  if (!answer.ok) {
    throw new Error(`The exchange refused ${path}: ${String(answer.status)}`);
  }
}
