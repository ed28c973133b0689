import { randomUUID } from "node:crypto";

export interface DemoPhone {
  /** The numbers from which it may ring, and on which it is rung: nobody's. */
  callerNumbers: readonly { number: string; name: string }[];
}

export function isPhoneNumber(phone: DemoPhone, number: string): boolean {
  return phone.callerNumbers.some((one) => one.number === number);
}

/** Whoever dials the number rings every open telephone that has chosen it. */
export function phoneIdentity(number: string | undefined): string {
  return number === undefined ? `phone-${randomUUID()}` : `phone-number-${number.slice(1)}`;
}
