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

/** A call to the number rings every open demonstration telephone that has chosen this number. */
export function phoneIdentity(number: string | undefined): string {
  return number === undefined ? `phone-${randomUUID()}` : `phone-number-${number.slice(1)}`;
}
