import type { AccountNumber, NumberRequest } from "./account-resources.ts";

export interface NumberPlan {
  /** `sid` is `null` for a number that is created. */
  writes: { sid: string | null; request: NumberRequest }[];
  /** The sids of numbers that no line has any more. */
  releases: string[];
  /** The wanted numbers that the account does not have, or that have another use there. */
  missing: string[];
}

interface NumberRules {
  /** Is true for our exchange only, because at Twilio creating a number buys it. */
  createsNumbers: boolean;
  /** The voice URL of our lines, on any host and port. */
  incomingUrl: string;
}

/**
 * Compares the numbers of the account with the wanted ones. A number with the wanted settings needs
 * no request.
 */
export function planNumbers(
  wanted: readonly NumberRequest[],
  known: readonly AccountNumber[],
  { createsNumbers, incomingUrl }: NumberRules,
): NumberPlan {
  const plan: NumberPlan = { writes: [], releases: [], missing: [] };
  const wantedNumbers = new Set(wanted.map(({ number }) => number));
  const byNumber = new Map(known.map((one) => [one.number, one]));
  for (const request of wanted) {
    const found = byNumber.get(request.number);
    if (found === undefined) {
      if (createsNumbers) {
        plan.writes.push({ sid: null, request });
      } else {
        plan.missing.push(request.number);
      }
    } else if (createsNumbers && !request.isOwn && !isFree(found, request)) {
      plan.missing.push(request.number);
    } else if (!isAsWanted(found, request, { createsNumbers })) {
      plan.writes.push({ sid: found.sid, request });
    }
  }
  if (createsNumbers) {
    plan.releases = known
      .filter((one) => one.dialledWithin !== false && leadsTo(one, incomingUrl))
      .filter(({ number }) => !wantedNumbers.has(number))
      .map(({ sid }) => sid);
  }
  return plan;
}

function leadsTo({ voiceUrl, voiceApplicationSid }: AccountNumber, url: string): boolean {
  const wanted = new URL(url).pathname;
  return !voiceApplicationSid && URL.canParse(voiceUrl) && new URL(voiceUrl).pathname === wanted;
}

/**
 * Returns true for a number that has no use yet, or that already leads to our lines. At the
 * exchange, any other number is changed only if it is the station's own.
 */
function isFree(found: AccountNumber, { voiceUrl }: NumberRequest): boolean {
  const hasNoUse = found.voiceUrl === "" && found.voiceApplicationSid === "";
  return hasNoUse || leadsTo(found, voiceUrl);
}

const NAME_LENGTH = 64;

export function isAsWanted(
  found: AccountNumber,
  request: NumberRequest,
  { createsNumbers }: Pick<NumberRules, "createsNumbers">,
): boolean {
  return (
    found.name === request.name.slice(0, NAME_LENGTH) &&
    found.voiceUrl === request.voiceUrl &&
    found.fallbackUrl === request.fallbackUrl &&
    found.statusUrl === request.statusUrl &&
    found.voiceApplicationSid === "" &&
    // A number with a trunk ignores its voice URL at Twilio, but not at our exchange.
    (createsNumbers ? found.dialledWithin === request.isOwn : found.trunkSid === "")
  );
}
