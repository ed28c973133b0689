import type { Clock } from "../../core/clock.ts";
import type { LegEnd, LegSink } from "../../calls/leg.ts";
import { CallCounter, type DiallingCaps, type UsedMinutes } from "./dialling-caps.ts";
import {
  type DiallingRules,
  type DialVerdict,
  isEmergencyNumber,
  judgeNumber,
} from "./dialling-rules.ts";
import type { Route } from "./outbound-routes.ts";
import { toE164 } from "../messages/party-number.ts";
import { numberFromTrunk } from "../trunks/trunk-numbers.ts";
import type { Trunk } from "../trunks/trunk.ts";

export interface DialPermitParts {
  clock: Clock;
  /** Null lets every number be dialled. */
  rules: DiallingRules | null;
  caps: DiallingCaps;
  /** Where the minutes of the day outlive us; they are forgotten at the end without it. */
  usedMinutes?: UsedMinutes;
}

/** Whether a call may go out: by the dialling rules, and by how much was dialled already. */
export class DialPermits {
  readonly #rules: DiallingRules | null;
  readonly #counter: CallCounter;

  constructor({ clock, rules, caps, usedMinutes }: DialPermitParts) {
    this.#rules = rules;
    this.#counter = new CallCounter(clock, caps, usedMinutes);
  }

  /** Lets the call through and counts it until its sink hears of the end; or says why not. */
  begin(route: Route, sink: LegSink): LegSink | LegEnd {
    const number = numberOfRoute(route);
    if (number !== null && this.#rules !== null) {
      const verdict = judge(number, trunksOf(route), this.#rules);
      if (verdict.type === "refused") return forbidden(verdict.reason);
      // Nobody is left without help because too much was dialled before.
      if (verdict.type === "emergency") return sink;
    }
    const counted = this.#counter.begin();
    if (typeof counted === "string") return { cause: "failed", sipCode: 503, message: counted };
    return {
      onRinging: () => sink.onRinging(),
      onEarlyMedia: (isHeard) => sink.onEarlyMedia?.(isHeard),
      onDigit: (digit) => sink.onDigit(digit),
      onMessage: (message) => sink.onMessage(message),
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
  forbids(where: Route | string): { twilioCode: number; message: string } | null {
    const number = typeof where === "string" ? where : numberOfRoute(where);
    if (number === null || this.#rules === null) return null;
    const trunks = typeof where === "string" ? [] : trunksOf(where);
    const verdict = judge(number, trunks, this.#rules);
    if (verdict.type !== "refused") return null;
    return { twilioCode: verdict.code, message: verdict.reason };
  }

  /** Why a place that a call is sent on to may not be rung; null when it may. */
  refusalOf(user: string, trunk: Trunk | null): LegEnd | null {
    const number = numberIn(user, trunk);
    if (number === null || this.#rules === null) return null;
    const verdict = judge(number, trunk === null ? [] : [trunk], this.#rules);
    return verdict.type === "refused" ? forbidden(verdict.reason) : null;
  }
}

/** A trunk that is marked for emergency calls takes them, whatever the rules say of others. */
function judge(number: string, trunks: readonly Trunk[], rules: DiallingRules): DialVerdict {
  const isMarked = trunks.length > 0 && trunks.every(({ emergency }) => emergency);
  if (isMarked && isEmergencyNumber(number)) return { type: "emergency" };
  return judgeNumber(number, rules);
}

function trunksOf(route: Route): readonly Trunk[] {
  if (route.type === "number") return route.trunks;
  return route.trunk === null ? [] : [route.trunk];
}

function forbidden(message: string): LegEnd {
  return { cause: "failed", sipCode: 403, message, twilioCode: 13227 };
}

function numberOfRoute(route: Route): string | null {
  return route.type === "number" ? route.number : numberIn(route.uri.user, route.trunk);
}

/** At a trunk every number is one to be judged; elsewhere an extension is no telephone number. */
function numberIn(user: string, trunk: Trunk | null): string | null {
  const plain = user.split(";")[0] ?? "";
  if (isEmergencyNumber(plain)) return plain;
  if (trunk === null) return toE164(plain);
  const looksDialled = /^\+?[0-9*#().\- ]+$/.test(plain);
  return numberFromTrunk(plain, trunk.numbering) ?? (looksDialled ? plain : null);
}
