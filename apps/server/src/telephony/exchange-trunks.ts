import { z } from "zod";

import type { Config } from "../config/config.ts";

const ASK_TIMEOUT_MS = 1_500;
/** A trunk that says nothing is waited for: OPTIONS for 5 s at each address, REGISTER for 32 s. */
const TEST_TIMEOUT_MS = 35_000;

const exchangeTrunk = z.object({
  sid: z.string(),
  name: z.string(),
  hosts: z.array(z.string()),
  transport: z.string(),
  registered: z.boolean().nullable(),
  answers: z.boolean().nullable(),
  calls: z.number(),
});
export type ExchangeTrunk = z.output<typeof exchangeTrunk>;

const exchangeSip = z.object({
  sip: z.object({ address: z.string(), port: z.number() }),
  trunks: z.array(exchangeTrunk),
});
/** Where our exchange takes SIP, and its trunks. */
export type ExchangeSip = z.output<typeof exchangeSip>;

const trunkTest = z.object({ answers: z.boolean(), registerStatus: z.number().nullable() });
/** What a trunk said when it was asked just now. */
export type TrunkTest = z.output<typeof trunkTest>;

type Account = Pick<Config["telephony"], "apiUrl" | "accountSid" | "authToken">;

/** Null where nobody says it: at Twilio, and while the exchange is away. */
export async function readExchangeSip(account: Account): Promise<ExchangeSip | null> {
  return exchangeSip.safeParse(await ask(account, "trunks", ASK_TIMEOUT_MS)).data ?? null;
}

/** Asks a trunk by OPTIONS, and by REGISTER where we register; null when there is none. */
export async function testExchangeTrunk(account: Account, sid: string): Promise<TrunkTest | null> {
  const path = `trunks/${encodeURIComponent(sid)}/test`;
  return trunkTest.safeParse(await ask(account, path, TEST_TIMEOUT_MS)).data ?? null;
}

async function ask(
  { apiUrl, accountSid, authToken }: Account,
  path: string,
  timeoutMs: number,
): Promise<unknown> {
  if (apiUrl === null) {
    return null;
  }
  const login = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  try {
    const answer = await fetch(`${apiUrl}/inspect/${path}`, {
      method: path.endsWith("/test") ? "POST" : "GET",
      headers: { authorization: `Basic ${login}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return await answer.json();
  } catch {
    // That it does not answer is told elsewhere.
    return null;
  }
}
