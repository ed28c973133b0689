import { type Clock, isEmergencyNumber, TWILIO_CODES } from "@linedesk/base";
import { formatUriHost } from "@linedesk/sip";
import type { DialRefusal, LegEnd, LegSink } from "../../../calls/legs/leg.ts";
import { forwardTransferRequest } from "../../../calls/legs/transfer-request.ts";
import { numberFromTrunk } from "../trunks/number-for-trunk.ts";
import { toE164 } from "../trunks/to-e164.ts";
import type { Trunk } from "../trunks/trunk.ts";
import {
  CallCounter,
  type CountedCall,
  type DiallingCaps,
  type MinutesStore,
} from "./dialling-caps.ts";
import {
  type DiallingRules,
  type DialVerdict,
  checkName,
  checkNumber,
  checkReading,
} from "./dialling-rules.ts";
import { normalizeDialled, possibleNumbers } from "./possible-numbers.ts";
import { type Route } from "./resolve-route.ts";

export interface DialPolicyDeps {
  clock: Clock;
  /** With `null`, every number is allowed. */
  rules: DiallingRules | null;
  caps: DiallingCaps;
  /** Keeps the minutes of the day across a restart. Without this store a restart loses them. */
  usedMinutes?: MinutesStore;
}

/** At a trunk, a user part with at least this many digits before its first letter is a number. */
const MIN_NUMBER = 7;

/** Decides by the dialling rules and the caps whether the exchange may dial a number. */
export class DialPolicy {
  readonly #rules: DiallingRules | null;
  readonly #counter: CallCounter;

  constructor({ clock, rules, caps, usedMinutes }: DialPolicyDeps) {
    this.#rules = rules;
    this.#counter = new CallCounter(clock, caps, usedMinutes);
  }

  begin(route: Route, sink: LegSink, isCheck: boolean): LegSink | LegEnd {
    const rules = this.#rulesFor(isCheck);
    if (rules !== null) {
      const verdict = checkWay(readUser(route), route, rules);
      if (verdict.type === "refused") {
        return forbidden(verdict.reason);
      }
      // The limits never block an emergency call.
      if (verdict.type === "emergency") {
        return sink;
      }
    }
    const counted = this.#counter.begin();
    if (typeof counted === "string") {
      return { cause: "failed", sipCode: 503, message: counted };
    }
    return countCall(sink, counted);
  }

  /** Counts a dialled call that was answered before the exchange restarted. */
  resume(sink: LegSink): LegSink {
    const counted = this.#counter.resume();
    counted.answered();
    return countCall(sink, counted);
  }

  checkRoute(where: Route | string, isCheck = false): DialRefusal | null {
    const rules = this.#rulesFor(isCheck);
    if (rules === null) {
      return null;
    }
    const verdict =
      typeof where === "string"
        ? checkNumber(where, rules)
        : checkWay(readUser(where), where, rules);
    return toDialRefusal(verdict);
  }

  /**
   * Returns the reason why we must not refer a far end to that target, or `null`. `via` is the
   * trunk of the far end. A carrier can dial the digits in an address at any host, even a single
   * digit.
   */
  checkReferral(route: Route | string, via: Trunk | null): DialRefusal | null {
    if (this.#rules === null) {
      return null;
    }
    if (typeof route === "string" || route.type === "number") {
      return this.checkRoute(route);
    }
    const { uri } = route;
    const user = uri.user === "" ? formatUriHost(uri) : uri.user;
    return toDialRefusal(checkWay(user, { type: "uri", trunk: route.trunk ?? via }, this.#rules));
  }

  /** Returns the reason why a redirected call may not go to that user; `null` when it may. */
  checkNumber(user: string, trunk: Trunk | null, isCheck: boolean): LegEnd | null {
    const rules = this.#rulesFor(isCheck);
    if (rules === null) {
      return null;
    }
    const verdict = checkWay(user, { type: "uri", trunk }, rules);
    return verdict.type === "refused" ? forbidden(verdict.reason) : null;
  }

  /** The call that verifies a number is allowed although the number is not verified yet. */
  #rulesFor(isCheck: boolean): DiallingRules | null {
    if (this.#rules === null || !isCheck) {
      return this.#rules;
    }
    const { isVerified: _isVerified, ...others } = this.#rules;
    return others;
  }
}

function countCall(sink: LegSink, counted: CountedCall): LegSink {
  return {
    onRinging: () => sink.onRinging(),
    onEarlyMedia: (hasEarlyMedia) => sink.onEarlyMedia?.(hasEarlyMedia),
    onDigit: (digit) => sink.onDigit(digit),
    onMessage: (message) => sink.onMessage(message),
    onTransfer: (form) => forwardTransferRequest(sink, form),
    onStoredChange: () => sink.onStoredChange?.(),
    onAnswered() {
      counted.answered();
      sink.onAnswered();
    },
    onEnded(end) {
      counted.ended();
      sink.onEnded(end);
    },
  };
}

type Way = Extract<Route, { type: "number" }> | UriWay;
type UriWay = Pick<Extract<Route, { type: "uri" }>, "type" | "trunk">;

function readUser(route: Route): string {
  return route.type === "number" ? route.number : route.uri.user;
}

/**
 * Checks a target by the rules. A trunk that is marked for emergency calls carries them, whatever
 * the other rules say.
 */
function checkWay(user: string, way: Way, rules: DiallingRules): DialVerdict {
  const trunks = listTrunks(way);
  const number = way.type === "number" ? way.number : readNumber(user, way.trunk);
  const isMarked = trunks.length > 0 && trunks.every(({ emergency }) => emergency);
  const isEmergency = number !== null && isEmergencyNumber(number);
  if (isMarked && isEmergency) {
    return { type: "emergency" };
  }
  const verdict = number === null ? checkName(rules) : checkNumber(number, rules);
  return verdict.type === "allowed" ? checkReadings(user, trunks, rules) : verdict;
}

/** Checks each other number that a carrier could read in the digits of an allowed number. */
function checkReadings(user: string, trunks: readonly Trunk[], rules: DiallingRules): DialVerdict {
  const numberings = trunks.length === 0 ? [null] : trunks.map(({ numbering }) => numbering);
  const verdicts = numberings
    .flatMap((numbering) => possibleNumbers(user, numbering))
    .map((reading) => checkReading(reading, rules));
  return verdicts.find(({ type }) => type === "refused") ?? { type: "allowed" };
}

function listTrunks(way: Way): readonly Trunk[] {
  if (way.type === "number") {
    return way.trunks;
  }
  return way.trunk === null ? [] : [way.trunk];
}

function toDialRefusal(verdict: DialVerdict): DialRefusal | null {
  return verdict.type === "refused" ? { twilioCode: verdict.code, message: verdict.reason } : null;
}

function forbidden(message: string): LegEnd {
  return { cause: "failed", sipCode: 403, message, twilioCode: TWILIO_CODES.DIAL_NO_PERMISSION };
}

/**
 * Returns the number that a user part dials; `null` for a name. At a trunk, each user part of
 * digits is a number. Elsewhere, an extension is not a telephone number.
 */
function readNumber(user: string, trunk: Trunk | null): string | null {
  const plain = user.split(";")[0] ?? "";
  const dialled = normalizeDialled(user);
  if (isEmergencyNumber(plain)) {
    return plain;
  }
  const written = plain.startsWith("+") ? `+${dialled}` : dialled;
  if (isEmergencyNumber(written)) {
    return written;
  }
  if (trunk === null) {
    return toE164(plain);
  }
  const looksDialled = /^\+?[0-9*#().\- ]+$/.test(plain) || dialled.length >= MIN_NUMBER;
  return numberFromTrunk(plain, trunk.numbering) ?? (looksDialled ? dialled : null);
}
