import { REHEARSAL_NUMBERS, RefusedError, TWILIO_CODES } from "@linedesk/base";
import { isE164 } from "../../directory/e164.ts";
import type { CallerIdRepository, NumberRepository } from "../../directory/number-repository.ts";

export interface OwnNumbers {
  numbers: NumberRepository;
  callerIds: CallerIdRepository;
}

/** Returns true for one of our numbers or a validated caller ID. */
export function isOwnCallerId(number: string, { numbers, callerIds }: OwnNumbers): boolean {
  if (numbers.findByNumber(number)) {
    return true;
  }
  return callerIds.list().some(({ phoneNumber }) => phoneNumber === number);
}

/**
 * Selects the caller ID of a call from REST. Throws RefusedError 21212 when it is invalid, 21210
 * when it is not ours. A call to a client or a sip address can show a client or a sip address.
 */
export function selectCallerId(from: string, to: string, numbers: OwnNumbers): string {
  if (isE164(from)) {
    // A rehearsal number belongs to nobody, and the telephone network must not receive it, so it is
    // shown only to `sip:` addresses.
    const isRehearsal = REHEARSAL_NUMBERS.includes(from) && to.startsWith("sip:");
    if (isRehearsal || isOwnCallerId(from, numbers)) {
      return from;
    }
    throw new RefusedError(
      TWILIO_CODES.FROM_NOT_VERIFIED,
      "The 'From' is neither a number of this account nor a validated caller ID",
    );
  }
  const isToNumber = isE164(to);
  if (!isToNumber && /^(client|sip):\S{1,256}$/.test(from)) {
    return from;
  }
  throw new RefusedError(
    TWILIO_CODES.INVALID_FROM,
    "The 'From' is not a number that can be shown to the 'To'",
  );
}
