import type { DeviceLine, LineDevice, Role } from "@linedesk/contract";
import { carryLine } from "../../audio-servers/carry-line.ts";
import type { Db } from "../../platform/db/database.ts";
import { InvalidStateError } from "../state/invalid-state-error.ts";

/** Throws where the public would hear what is said on the line [CF17, CF28]. */
export async function assertOffAir(
  db: Db,
  at: { station: string; line: DeviceLine; role: Role; device?: LineDevice | undefined },
): Promise<void> {
  if ((await carryLine(db, at)).feedsAir) {
    const number = at.line === "line1" ? "1" : "2";
    throw new InvalidStateError(`Line ${number} feeds the air: no talk on it is private.`);
  }
}
