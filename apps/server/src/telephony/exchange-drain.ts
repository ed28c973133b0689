import { z } from "zod";

import { askExchange, type ExchangeAccount } from "./ask-exchange.ts";

const SET_TIMEOUT_MS = 5_000;

const exchangeDrain = z.object({ draining: z.boolean(), calls: z.number() });

/** `calls` counts each leg. */
export type ExchangeDrain = z.output<typeof exchangeDrain>;

/** Begins or ends the drain of the exchange; `null` while it does not answer. */
export async function setExchangeDrain(
  account: ExchangeAccount,
  draining: boolean,
): Promise<ExchangeDrain | null> {
  const request = { method: "PUT", path: "drain", timeoutMs: SET_TIMEOUT_MS };
  const answer = await askExchange(account, { ...request, body: { draining } });
  return exchangeDrain.safeParse(answer?.body).data ?? null;
}
