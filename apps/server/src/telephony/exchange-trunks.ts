import { z } from "zod";

import { askExchange, type ExchangeAccount } from "./ask-exchange.ts";

const ASK_TIMEOUT_MS = 1_500;
/** The exchange ends a test after 8 s, and then needs time to unregister. */
const TEST_TIMEOUT_MS = 12_000;

const exchangeTrunk = z.object({
  sid: z.string(),
  name: z.string(),
  hosts: z.array(z.string()),
  transport: z.string(),
  configured: z.boolean().default(true),
  registered: z.boolean().nullable(),
  answers: z.boolean().nullable(),
  calls: z.number(),
  channels: z.number().nullable().default(null),
});
export type ExchangeTrunk = z.output<typeof exchangeTrunk>;

const exchangeSip = z.object({
  sip: z.object({ address: z.string(), port: z.number() }),
  trunks: z.array(exchangeTrunk),
});
export type ExchangeSip = z.output<typeof exchangeSip>;

const sipAnswer = z.discriminatedUnion("type", [
  z.object({ type: z.literal("answered"), status: z.number() }),
  z.object({ type: z.literal("failed"), code: z.string() }),
]);
export type SipAnswer = z.output<typeof sipAnswer>;

const hostTest = z.object({
  host: z.string(),
  options: sipAnswer.nullable(),
  register: sipAnswer.nullable(),
});
const trunkTest = z.object({ hosts: z.array(hostTest) });
export type TrunkTest = z.output<typeof trunkTest>;

/** A trunk in the format of the trunks file. */
export interface GivenTrunk {
  name: string;
  hosts: string[];
  transport: string;
  domain?: string;
  authority?: string;
  keepAliveS: number;
  sources: string[];
  challenge: boolean;
  username?: string;
  password?: string;
  register: boolean;
  registrar?: string;
  registerAs?: string;
  registerExpiresS: number;
  maxCalls?: number;
  priority: number;
  codecs: string[];
  srtp: string;
  keysInClear: boolean;
  digits: string;
  numbers: string[];
  callerId?: string;
  numberFormat: string;
  country: string;
  nationalPrefix: string;
  internationalPrefix: string;
  emergency: boolean;
  assertIdentity: boolean;
}

/** `wrong`: the exchange refuses such a trunk, for the reason in `message`. */
export type ProbedTrunk =
  | { type: "answered"; test: TrunkTest }
  | { type: "wrong"; message: string }
  | { type: "away" };

/** Returns `null` at Twilio and while the exchange is down. */
export async function readExchangeSip(account: ExchangeAccount): Promise<ExchangeSip | null> {
  const answer = await askExchange(account, { path: "trunks", timeoutMs: ASK_TIMEOUT_MS });
  return exchangeSip.safeParse(answer?.body).data ?? null;
}

/** Returns true for a trunk that the registrar has refused, or whose host does not answer. */
export function isTrunkDown({
  registered,
  answers,
}: Pick<ExchangeTrunk, "registered" | "answers">): boolean {
  return registered === false || answers === false;
}

/** Returns the trunks of the first exchange that answers. */
export async function readAnySip(
  exchanges: readonly ExchangeAccount[],
): Promise<ExchangeSip | null> {
  for (const exchange of exchanges) {
    const sip = await readExchangeSip(exchange);
    if (sip !== null) {
      return sip;
    }
  }
  return null;
}

/** Tests each host of a trunk in use; `null` without such a trunk. */
export async function testExchangeTrunk(
  account: ExchangeAccount,
  sid: string,
): Promise<TrunkTest | null> {
  const path = `trunks/${encodeURIComponent(sid)}/test`;
  const answer = await askExchange(account, { method: "POST", path, timeoutMs: TEST_TIMEOUT_MS });
  return trunkTest.safeParse(answer?.body).data ?? null;
}

/** Tests each host of a trunk that is not in use. */
export async function probeExchangeTrunk(
  account: ExchangeAccount,
  trunk: GivenTrunk,
): Promise<ProbedTrunk> {
  const request = { method: "POST", path: "trunks/probe", timeoutMs: TEST_TIMEOUT_MS };
  const answer = await askExchange(account, { ...request, body: { trunks: [trunk] } });
  if (answer?.status === 400) {
    return { type: "wrong", message: refusal.safeParse(answer.body).data?.message ?? "" };
  }
  const test = trunkTest.safeParse(answer?.body).data;
  return test === undefined ? { type: "away" } : { type: "answered", test };
}

/**
 * Replaces all trunks except those of the exchange's settings. Returns `false` if the exchange
 * refuses them or does not answer.
 */
export async function putExchangeTrunks(
  account: ExchangeAccount,
  trunks: readonly GivenTrunk[],
): Promise<boolean> {
  const request = { method: "PUT", path: "trunks", timeoutMs: ASK_TIMEOUT_MS };
  return (await askExchange(account, { ...request, body: { trunks } }))?.status === 200;
}

const refusal = z.object({ message: z.string() });
