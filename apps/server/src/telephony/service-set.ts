import { TelephonyUnreachableError } from "./telephony.ts";

/**
 * One object for each telephony service of the site, in order of preference. A set is never empty.
 */
export class ServiceSet<One extends { service: string }> {
  readonly all: readonly One[];
  readonly first: One;

  constructor(all: readonly One[]) {
    const [first] = all;
    if (first === undefined) {
      throw new Error("The list of telephony services is empty.");
    }
    this.all = all;
    this.first = first;
  }

  get names(): string[] {
    return this.all.map(({ service }) => service);
  }

  find(service: string): One | null {
    return this.all.find((one) => one.service === service) ?? null;
  }

  /**
   * Returns the service that has the call, leg or recording. Throws `TelephonyUnreachableError` if
   * the configuration no longer names this service.
   */
  of({ service }: { service: string }): One {
    const found = this.find(service);
    if (found === null) {
      throw new TelephonyUnreachableError(`The exchange ${service} is not configured.`);
    }
    return found;
  }
}
