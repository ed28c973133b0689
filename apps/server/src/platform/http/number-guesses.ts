import { type Clock, TokenBuckets } from "@linedesk/base";
import { foldSearch } from "../fold-search.ts";
import { toValidE164 } from "../to-e164.ts";
import { ApiError } from "./errors.ts";

/**
 * No person types numbers faster. At this rate it takes more than eleven days to try all 100,000
 * Australian mobile numbers with the same three visible digits.
 */
const RATE = { perSecond: 1 / 10, burst: 60 };

/**
 * Limits how many full numbers a person who sees masked numbers may query, because each answer
 * reveals whether the number is the hidden one.
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
  return (foldSearch(typed).match(/\d{5,}/g) ?? []).filter((digits) => isNumber(digits)).length;
}

/** Accepts a number with its country code and without a plus too, because searches do so. */
export function isNumber(text: string): boolean {
  return toValidE164(text) !== null || toValidE164(`+${text}`) !== null;
}
