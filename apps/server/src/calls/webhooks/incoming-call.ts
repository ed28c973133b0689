import type { Caller } from "../../callers/caller-store.ts";
import { toE164 } from "../../platform/to-e164.ts";
import { chooseLineClosedUrl } from "../../stations/choose-hold-music-url.ts";
import type { PhoneLineRecord } from "../../stations/phone-line-store.ts";
import { findLineOfNumber } from "../../stations/phone-lines.ts";
import { stationQueueName } from "../../telephony/station-queue.ts";
import { twiml } from "../../telephony/twiml.ts";
import { recordArrival, type Refusal } from "../arrival.ts";
import type { DeskDeps } from "../desk-deps.ts";

export interface IncomingCall {
  callSid: string;
  /** As the telephony service writes them. */
  to: string;
  from: string;
  callerName: string | null;
}

/** Blocked comes before closed, closed before forwarding [PL7, PL9]; null waits in the queue. */
export function findRefusal(
  line: Pick<PhoneLineRecord, "open" | "forwardTo">,
  caller: Pick<Caller, "blocked"> | null,
): Refusal | null {
  if (caller?.blocked === true) {
    return "blocked";
  }
  if (!line.open) {
    return "line_closed";
  }
  return line.forwardTo === null ? null : "forwarded";
}

/** A listener rings: writes the call down and answers what the telephony service does with it. */
export async function handleIncomingCall(deps: DeskDeps, ring: IncomingCall): Promise<string> {
  const line = await findLineOfNumber(deps.db, ring.to);
  // [PL10] A number that no line has.
  if (line === null) {
    return twiml.reject();
  }
  const number = toE164(ring.from);
  const { id, refusal } = await recordArrival(
    deps,
    { callSid: ring.callSid, line, number, name: ring.callerName },
    (caller) => findRefusal(line, caller),
  );
  if (refusal !== null) {
    return refusalTwiml(deps, line, refusal);
  }
  return twiml.enqueue(stationQueueName(line.station), {
    wait: deps.urls.wait(id),
    action: deps.urls.queueEnded(id),
  });
}

function refusalTwiml(deps: DeskDeps, line: PhoneLineRecord, refusal: Refusal): string {
  if (refusal === "blocked") {
    return twiml.reject();
  }
  if (refusal === "forwarded" && line.forwardTo !== null) {
    return twiml.forward(line.forwardTo, { timeLimitS: line.maxDialS, callerId: line.number });
  }
  return twiml.playAndHangUp(chooseLineClosedUrl(line, deps.urls.sound("line-closed")));
}
