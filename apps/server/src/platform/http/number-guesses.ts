import { type Clock, TokenBuckets } from "@linedesk/base";
import { foldFind } from "../fold-find.ts";
import { toValidE164 } from "../to-e164.ts";
import { ApiError } from "./errors.ts";

/** More than anybody types; who tries the ten thousands that three digits leave needs weeks. */
const RATE = { perSecond: 1 / 10, burst: 60 };

/**
 * How many whole numbers a masked seat may ask about: by each answer it would learn whether the
 * number is the hidden one.
 */
export class NumberGuesses {
  readonly #buckets: TokenBuckets;

  constructor(clock: Clock) {
    this.#buckets = new TokenBuckets(clock, RATE);
  }

  take(user: string, count: number): void {
    if (!this.#buckets.take(user, count)) {
      throw new ApiError("numbers_typed_too_often");
    }
  }
}

export function countNumbers(typed: string): number {
  return (foldFind(typed).match(/\d{5,}/g) ?? []).filter((digits) => isNumber(digits)).length;
}

/** With its country but without a plus, as searches find it too. */
export function isNumber(text: string): boolean {
  return toValidE164(text) !== null || toValidE164(`+${text}`) !== null;
}
