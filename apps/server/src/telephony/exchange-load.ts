import { z } from "zod";

const ASK_TIMEOUT_MS = 1_500;

const exchangeLoad = z.object({
  turnedAway: z.number(),
  turnedAwayAt: z.iso.datetime().nullable(),
  calls: z.number(),
  // An exchange of an earlier release cannot drain.
  draining: z.boolean().default(false),
});

/**
 * The load of the exchange: the live calls (each leg counts), whether it drains, the number of
 * callers whom it has rejected for lack of capacity since its start, and the time of the last
 * rejection.
 */
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
    // Another part reports that the exchange does not answer.
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
    // `linedesk_part_up` reports that the exchange does not answer.
    return null;
  }
}
