import { randomUUID } from "node:crypto";

export interface DemoPhone {
  /**
   * The numbers from which the demonstration telephone calls, and at which it can be called. These
   * numbers belong to nobody.
   */
  callerNumbers: readonly { number: string; name: string }[];
}

export function isPhoneNumber(phone: DemoPhone, number: string): boolean {
  return phone.callerNumbers.some((one) => one.number === number);
}

/**
 * Returns the softphone identity of a demonstration telephone. All telephones that have chosen a
 * number share one identity, so a call to the number rings each of them.
 */
export function phoneIdentity(number: string | undefined): string {
  return number === undefined ? `phone-${randomUUID()}` : `phone-number-${number.slice(1)}`;
}
