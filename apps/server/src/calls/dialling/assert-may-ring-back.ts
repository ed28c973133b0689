import { may } from "@linedesk/contract";
import { ApiError } from "../../platform/http/errors.ts";
import type { DeskDeps } from "../desk-deps.ts";
import type { Seat } from "../seat.ts";
import type { CallRecord } from "../store/call-record.ts";
import { assertDialCaps } from "./assert-dial-caps.ts";
import { checkDialled, type DialVerdict } from "./check-dialled.ts";

type DiallingDeps = Pick<DeskDeps, "db" | "clock" | "people">;

export function requireAllowed(
  { people }: Pick<DeskDeps, "people">,
  written: string,
): Extract<DialVerdict, { status: "allowed" }> {
  const verdict = checkDialled(written, people.dialling);
  if (verdict.status === "allowed") {
    return verdict;
  }
  const { number, reason } = verdict;
  throw new ApiError(number === null ? "bad_request" : "forbidden", reason, {
    fields: { to: reason },
  });
}

/** Who takes a caller that is rung back dials: by the same rights, rules and caps. */
export async function assertMayRingBack(
  deps: DiallingDeps,
  call: CallRecord,
  { user, role }: Seat,
): Promise<void> {
  if (!may(role, "dial")) {
    throw new ApiError("forbidden", `Your role ${role} may not dial.`);
  }
  requireAllowed(deps, call.number ?? "");
  const dialler = { station: call.station, user: user.id, now: new Date(deps.clock.now()) };
  await deps.db
    .transaction()
    .execute((trx) => assertDialCaps(trx, dialler, deps.people.dialling.caps));
}
