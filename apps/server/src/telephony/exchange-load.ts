import { z } from "zod";

import type { ServiceConfig } from "../config/service-config.ts";
import { mergeMetrics } from "./merge-metrics.ts";

const ASK_TIMEOUT_MS = 1_500;

const exchangeLoad = z.object({
  /** The callers whom the exchange has rejected since its start, because it was full. */
  turnedAway: z.number(),
  /** The time of the last of these rejections. */
  turnedAwayAt: z.iso.datetime().nullable(),
  /** The live calls; each leg counts. */
  calls: z.number(),
  // An exchange of an earlier release cannot drain.
  draining: z.boolean().default(false),
});

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
    // The telephony monitor reports that the exchange does not answer.
    return null;
  }
}

/**
 * Counts the callers whom the exchanges have rejected since their start. Returns `null` while no
 * exchange answers.
 */
export async function countRejectedCallers(
  services: readonly ServiceConfig[],
): Promise<number | null> {
  const ours = services.filter(({ kind }) => kind === "exchange");
  const loads = await Promise.all(ours.map(({ apiUrl }) => readExchangeLoad(apiUrl)));
  const counts = loads.flatMap((load) => (load === null ? [] : [load.turnedAway]));
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Returns the metrics of our exchanges. With several exchanges, each metric carries the name of its
 * exchange.
 */
export async function readAllMetrics(services: readonly ServiceConfig[]): Promise<string | null> {
  const [first] = services;
  if (first !== undefined && services.length === 1) {
    return readExchangeMetrics(first.kind === "exchange" ? first.apiUrl : null);
  }
  const texts = new Map<string, string>();
  for (const { service, kind, apiUrl } of services) {
    const text = await readExchangeMetrics(kind === "exchange" ? apiUrl : null);
    if (text !== null) {
      texts.set(service, text);
    }
  }
  return mergeMetrics(texts);
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
