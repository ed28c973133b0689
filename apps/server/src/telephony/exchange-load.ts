import { z } from "zod";

const ASK_TIMEOUT_MS = 1_500;

const exchangeLoad = z.object({
  turnedAway: z.number(),
  turnedAwayAt: z.iso.datetime().nullable(),
});

/** Callers rejected for lack of capacity since the exchange started, with the last one's time. */
export type ExchangeLoad = z.infer<typeof exchangeLoad>;

/** Returns `null` at Twilio and while the exchange is down. */
export async function readExchangeLoad(apiUrl: string | null): Promise<ExchangeLoad | null> {
  if (apiUrl === null) {
    return null;
  }
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    const answer = await fetch(`${apiUrl}/health`, { signal });
    return exchangeLoad.safeParse(await answer.json()).data ?? null;
  } catch {
    // The lack of an answer is reported elsewhere.
    return null;
  }
}

/** Returns our exchange's Prometheus metrics; `null` at Twilio and while the exchange is down. */
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
    // `linedesk_part_up` reports the lack of an answer.
    return null;
  }
}
