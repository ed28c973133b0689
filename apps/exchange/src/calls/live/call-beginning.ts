import type { Clock } from "@linedesk/base";
import type { CallOrigin } from "./call-origin.ts";
import type { CallState } from "./call.ts";
import type { StoredCall } from "./stored-call.ts";

interface CallBeginning {
  createdAt: Date;
  updatedAt: Date;
  /** The time of the dialling or arrival; `null` before the call is dialled. */
  begunAt: Date | null;
  state: CallState;
}

export function createCallBeginning(
  { direction }: CallOrigin,
  clock: Pick<Clock, "now">,
): CallBeginning {
  const now = new Date(clock.now());
  return direction === "inbound"
    ? { createdAt: now, updatedAt: now, begunAt: now, state: { status: "ringing" } }
    : { createdAt: now, updatedAt: now, begunAt: null, state: { status: "queued" } };
}

/** Returns the beginning of a call that was live when the exchange stopped. */
export function readCallBeginning({ record }: StoredCall): CallBeginning {
  const { createdAt, updatedAt, startedAt, answeredAt } = record;
  const state: CallState =
    answeredAt === null
      ? { status: record.status === "queued" ? "queued" : "ringing" }
      : { status: "in-progress", answeredAt: answeredAt.getTime() };
  return { createdAt, updatedAt, begunAt: startedAt, state };
}
