import { z } from "zod";

const ASK_TIMEOUT_MS = 1_500;

const exchangeLoad = z.object({
  turnedAway: z.number(),
  turnedAwayAt: z.iso.datetime().nullable(),
});

/** Callers for whom the exchange had no place since its start, and when the last one came. */
export type ExchangeLoad = z.infer<typeof exchangeLoad>;

/** Null where nobody says it: at Twilio, and while the exchange is away. */
export async function readExchangeLoad(apiUrl: string | null): Promise<ExchangeLoad | null> {
  if (apiUrl === null) {
    return null;
  }
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    const answer = await fetch(`${apiUrl}/health`, { signal });
    return exchangeLoad.safeParse(await answer.json()).data ?? null;
  } catch {
    // That it does not answer is told elsewhere.
    return null;
  }
}

/** What our exchange tells Prometheus; null at Twilio, and while the exchange is away. */
export async function readExchangeMetrics(apiUrl: string | null): Promise<string | null> {
  if (apiUrl === null) {
    return null;
  }
  try {
    const answer = await fetch(`${apiUrl}/metrics`, {
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    const isText = answer.headers.get("content-type")?.startsWith("text/plain") === true;
    return answer.ok && isText ? await answer.text() : null;
  } catch {
    // That it does not answer is told by `linedesk_part_up`.
    return null;
  }
}
