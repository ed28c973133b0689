import type { DeviceLine } from "@linedesk/contract";
import { InvalidStateError } from "../state/invalid-state-error.ts";

/** Throws where the public would hear what is said on the line. */
export function assertOffAir(line: DeviceLine, feedsAir: boolean): void {
  if (feedsAir) {
    const number = line === "line1" ? "1" : "2";
    throw new InvalidStateError(`Line ${number} feeds the air: no talk on it is private.`);
  }
}
