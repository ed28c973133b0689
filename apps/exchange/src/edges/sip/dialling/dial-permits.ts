import type { Clock } from "@linedesk/base";
import { hostOf } from "@linedesk/sip";
import type { DialRefusal, LegEnd, LegSink } from "../../../calls/legs/leg.ts";
import { transferBy } from "../../../calls/legs/transfer.ts";
import { isEmergencyNumber } from "../../../directory/emergency-numbers.ts";
import { toE164 } from "../trunks/party-number.ts";
import { numberFromTrunk } from "../trunks/trunk-numbers.ts";
import type { Trunk } from "../trunks/trunk.ts";
import { CallCounter, type DiallingCaps, type UsedMinutes } from "./dialling-caps.ts";
import {
  type DiallingRules,
  type DialVerdict,
  judgeName,
  judgeNumber,
  judgeReading,
} from "./dialling-rules.ts";
import { keyedOf, readingsOf } from "./number-readings.ts";
import { type Route } from "./outbound-routes.ts";

export interface DialPermitParts {
  clock: Clock;
  /** Null lets every number be dialled. */
  rules: DiallingRules | null;
  caps: DiallingCaps;
  /** Where the minutes of the day outlive us; they are forgotten at the end without it. */
  usedMinutes?: UsedMinutes;
}

/** With so many digits before its letters a name at a trunk is a number. */
const SHORTEST_NUMBER = 7;

/** Whether a call may go out: by the dialling rules, and by how much was dialled already. */
export class DialPermits {
  readonly #rules: DiallingRules | null;
  readonly #counter: CallCounter;

  constructor({ clock, rules, caps, usedMinutes }: DialPermitParts) {
    this.#rules = rules;
    this.#counter = new CallCounter(clock, caps, usedMinutes);
  }

  /** Lets the call through and counts it until its sink hears of the end; or says why not. */
  begin(route: Route, sink: LegSink, isCheck: boolean): LegSink | LegEnd {
    const rules = this.#rulesFor(isCheck);
    if (rules !== null) {
      const verdict = judge(userOf(route), route, rules);
      if (verdict.type === "refused") {
        return forbidden(verdict.reason);
      }
      // Nobody is left without help because too much was dialled before.
      if (verdict.type === "emergency") {
        return sink;
      }
    }
    const counted = this.#counter.begin();
    if (typeof counted === "string") {
      return { cause: "failed", sipCode: 503, message: counted };
    }
    return {
      onRinging: () => sink.onRinging(),
      onEarlyMedia: (isHeard) => sink.onEarlyMedia?.(isHeard),
      onDigit: (digit) => sink.onDigit(digit),
      onMessage: (message) => sink.onMessage(message),
      onTransfer: (wish) => transferBy(sink, wish),
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

  /** Why the rules forbid a route, or a number that has none; null when they do not. */
  forbids(where: Route | string, isCheck = false): DialRefusal | null {
    const rules = this.#rulesFor(isCheck);
    if (rules === null) {
      return null;
    }
    const verdict =
      typeof where === "string" ? judgeNumber(where, rules) : judge(userOf(where), where, rules);
    return refusalIn(verdict);
  }

  /**
   * Why a far end, whose call goes by a trunk or by none, must not be asked to call that. A carrier
   * may dial the digits in an address itself, however few, whatever host stands behind them.
   */
  forbidsReferral(route: Route | string, via: Trunk | null): DialRefusal | null {
    if (this.#rules === null) {
      return null;
    }
    if (typeof route === "string" || route.type === "number") {
      return this.forbids(route);
    }
    const { uri } = route;
    const user = uri.user === "" ? hostOf(uri) : uri.user;
    return refusalIn(judge(user, { type: "uri", trunk: route.trunk ?? via }, this.#rules));
  }

  /** Why a place that a call is sent on to may not be rung; null when it may. */
  refusalOf(user: string, trunk: Trunk | null, isCheck: boolean): LegEnd | null {
    const rules = this.#rulesFor(isCheck);
    if (rules === null) {
      return null;
    }
    const verdict = judge(user, { type: "uri", trunk }, rules);
    return verdict.type === "refused" ? forbidden(verdict.reason) : null;
  }

  /** The call that is to verify a number is dialled although that is not verified yet. */
  #rulesFor(isCheck: boolean): DiallingRules | null {
    if (this.#rules === null || !isCheck) {
      return this.#rules;
    }
    const { isVerified: _isVerified, ...others } = this.#rules;
    return others;
  }
}

type Way = Extract<Route, { type: "number" }> | UriWay;
type UriWay = Pick<Extract<Route, { type: "uri" }>, "type" | "trunk">;

function userOf(route: Route): string {
  return route.type === "number" ? route.number : route.uri.user;
}

/** A trunk that is marked for emergency calls takes them, whatever the rules say of others. */
function judge(user: string, way: Way, rules: DiallingRules): DialVerdict {
  const trunks = trunksOf(way);
  const number = way.type === "number" ? way.number : numberIn(user, way.trunk);
  const isMarked = trunks.length > 0 && trunks.every(({ emergency }) => emergency);
  const isEmergency = number !== null && isEmergencyNumber(number);
  if (isMarked && isEmergency) {
    return { type: "emergency" };
  }
  const verdict = number === null ? judgeName(rules) : judgeNumber(number, rules);
  return verdict.type === "allowed" ? judgeReadings(user, trunks, rules) : verdict;
}

/** What is allowed as we read it may be another number to the carrier that dials it. */
function judgeReadings(user: string, trunks: readonly Trunk[], rules: DiallingRules): DialVerdict {
  const numberings = trunks.length === 0 ? [null] : trunks.map(({ numbering }) => numbering);
  const verdicts = numberings
    .flatMap((numbering) => readingsOf(user, numbering))
    .map((reading) => judgeReading(reading, rules));
  return verdicts.find(({ type }) => type === "refused") ?? { type: "allowed" };
}

function trunksOf(way: Way): readonly Trunk[] {
  if (way.type === "number") {
    return way.trunks;
  }
  return way.trunk === null ? [] : [way.trunk];
}

function refusalIn(verdict: DialVerdict): DialRefusal | null {
  return verdict.type === "refused" ? { twilioCode: verdict.code, message: verdict.reason } : null;
}

function forbidden(message: string): LegEnd {
  return { cause: "failed", sipCode: 403, message, twilioCode: 13227 };
}

/** At a trunk every number is one to be judged; elsewhere an extension is no telephone number. */
function numberIn(user: string, trunk: Trunk | null): string | null {
  const plain = user.split(";")[0] ?? "";
  const keyed = keyedOf(user);
  if (isEmergencyNumber(plain)) {
    return plain;
  }
  const written = plain.startsWith("+") ? `+${keyed}` : keyed;
  if (isEmergencyNumber(written)) {
    return written;
  }
  if (trunk === null) {
    return toE164(plain);
  }
  const looksDialled = /^\+?[0-9*#().\- ]+$/.test(plain) || keyed.length >= SHORTEST_NUMBER;
  return numberFromTrunk(plain, trunk.numbering) ?? (looksDialled ? keyed : null);
}
