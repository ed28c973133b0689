import type { CoreServices } from "./core-services.ts";
import { RefusedError } from "./refused-error.ts";
import { isE164 } from "./voice-params.ts";

type Numbers = Pick<CoreServices, "numbers" | "callerIds">;

/** Ours to show: one of our numbers, or a validated caller id. */
export function isOurCallerId(number: string, { numbers, callerIds }: Numbers): boolean {
  if (numbers.findByNumber(number)) return true;
  return callerIds.list().some(({ phoneNumber }) => phoneNumber === number);
}

/**
 * The caller id of a call that REST asks for. Throws RefusedError 21212 when it is none, 21210
 * when it is not ours. A client's name may be shown to clients and sip addresses.
 */
export function callerIdFor(from: string, to: string, numbers: Numbers): string {
  if (isE164(from)) {
    if (isOurCallerId(from, numbers)) return from;
    throw new RefusedError(21210, "The 'From' is neither our number nor a validated caller id");
  }
  const isToNumber = isE164(to);
  if (!isToNumber && /^(client|sip):\S{1,256}$/.test(from)) return from;
  throw new RefusedError(21212, "The 'From' is not a number that can be shown to the 'To'");
}
