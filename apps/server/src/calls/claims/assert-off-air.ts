import type { DeviceLine } from "@linedesk/contract";
import { InvalidStateError } from "../state/invalid-state-error.ts";

export function assertOffAir(line: DeviceLine, feedsAir: boolean): void {
  if (feedsAir) {
    const number = line === "line1" ? "1" : "2";
    throw new InvalidStateError(`Line ${number} feeds the air: no talk on it is private.`);
  }
}
