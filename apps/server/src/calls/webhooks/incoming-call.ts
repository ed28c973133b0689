import type { Caller } from "../../callers/caller-store.ts";
import { findContestWords } from "../../contests/count-caller.ts";
import { isDatabaseFull, isDatabaseUnavailable } from "../../platform/db/database-unavailable.ts";
import { toE164 } from "../../platform/to-e164.ts";
import { resolveSound } from "../../sounds/sound-address.ts";
import { chooseLineClosed } from "../../stations/phone-lines/choose-hold-music-url.ts";
import type { PhoneLineRecord } from "../../stations/phone-lines/phone-line-store.ts";
import { findLineOfNumber } from "../../stations/phone-lines/phone-lines.ts";
import {
  isRehearsal,
  noteLoopArrival,
  takesCalls,
} from "../../stations/phone-lines/takes-calls.ts";
import { twiml } from "../../telephony/twiml.ts";
import { recordArrival, type Refusal } from "../arrival.ts";
import type { DeskDeps, ServiceDeskDeps } from "../desk-deps.ts";
import { findForward, type Forward } from "../dialling/find-forward.ts";

export interface IncomingCall {
  callSid: string;
  to: string;
  from: string;
  callerName: string | null;
  since?: number | undefined;
  /** Is true when the exchange continues the call after a restart. */
  isResumed?: boolean;
  /** Is true when the telephony service ends the call if this request fails too. */
  isLastTry?: boolean;
}

const WITHHELD_WORDS =
  "This line takes no calls from withheld numbers. Please call again with your number shown. Goodbye.";

type TakingLine = Pick<PhoneLineRecord, "open" | "openingHours" | "withheld">;

interface Ring {
  caller: Pick<Caller, "blocked"> | null;
  isWithheld: boolean;
  at: Date;
  isForwarded: boolean;
}

/**
 * Returns the first refusal in this order: blocked, closed line, a withheld number that the line
 * rejects, forwarding. `null` means that the call waits in the queue.
 */
export function findRefusal(line: TakingLine, ring: Ring): Refusal | null {
  const { caller, isWithheld, at, isForwarded } = ring;
  if (caller?.blocked === true) {
    return "blocked";
  }
  if (!takesCalls(line, at)) {
    return "line_closed";
  }
  if (isWithheld && line.withheld === "reject") {
    return "blocked";
  }
  return isForwarded ? "forwarded" : null;
}

/**
 * Answers a listener's call. While the call cannot be stored, the caller hears an apology and
 * music, the server tries again, and the caller keeps the arrival time of the first ring.
 */
export async function answerIncomingCall(
  deps: ServiceDeskDeps,
  ring: IncomingCall,
): Promise<string> {
  const { urls } = deps.at;
  try {
    return await handleIncomingCall(deps, ring);
  } catch (error) {
    // The telephony service repeats a failed request, which is enough for a short database outage.
    const willBeRepeated = ring.since === undefined && ring.isLastTry !== true;
    const isShort = isDatabaseUnavailable(error) && willBeRepeated;
    if (isShort || !(isDatabaseUnavailable(error) || isDatabaseFull(error))) {
      throw error;
    }
    deps.log.error({ err: error }, "call save failed");
    const sounds = [urls.sound("please-wait"), urls.sound("hold-music")];
    return twiml.playAndAskAgain(sounds, urls.incomingSince(firstRing(deps, ring).getTime()));
  }
}

/** No caller waits longer than a call can last, and no arrival is in the future. */
const LONGEST_WAIT_MS = 4 * 3_600_000;

function firstRing({ clock }: DeskDeps, { since }: IncomingCall): Date {
  const now = clock.now();
  const isLikely = since !== undefined && since <= now && since > now - LONGEST_WAIT_MS;
  return new Date(isLikely ? since : now);
}

export async function handleIncomingCall(
  deps: ServiceDeskDeps,
  ring: IncomingCall,
): Promise<string> {
  const line = await findLineOfNumber(deps.db, ring.to);
  if (line === null) {
    return twiml.reject();
  }
  const number = toE164(ring.from);
  const now = new Date(deps.clock.now());
  if (await noteLoopArrival(deps.db, { line, number, now })) {
    return twiml.pauseAndHangUp(1);
  }
  const rehearsal = isRehearsal(line, number, now);
  // A rehearsal calls nobody outside the station, so its callers wait in the queue even if the line
  // forwards.
  const forward = rehearsal ? null : await findForward(deps, line);
  const isWithheld = number === null;
  const isForwarded = forward !== null;
  const { id, refusal, isOver } = await recordArrival(
    deps,
    {
      callSid: ring.callSid,
      line,
      number,
      name: ring.callerName,
      at: firstRing(deps, ring),
      rehearsal,
      service: deps.at.service,
    },
    (caller) => findRefusal(line, { caller, isWithheld, at: now, isForwarded }),
  );
  if (refusal !== null) {
    return refusalTwiml(deps, line, { refusal, isWithheld, forward });
  }
  // A person ended the call while the exchange restarted.
  if (isOver) {
    return twiml.hangUp();
  }
  return twiml.enqueue(deps.at.names.queue(line.station), {
    wait: deps.at.urls.wait(id),
    action: deps.at.urls.queueEnded(id),
    // After a restart of the exchange the caller has heard these words already.
    words: ring.isResumed === true ? null : await findContestWords(deps.db, id),
  });
}

function refusalTwiml(
  deps: ServiceDeskDeps,
  line: PhoneLineRecord,
  {
    refusal,
    isWithheld,
    forward,
  }: { refusal: Refusal; isWithheld: boolean; forward: Forward | null },
): string {
  if (refusal === "blocked") {
    return isWithheld
      ? twiml.sayAndHangUp(line.withheldWords ?? WITHHELD_WORDS)
      : blockedTwiml(deps, line);
  }
  if (refusal === "forwarded" && forward !== null) {
    return twiml.forward(forward.to, { timeLimitS: line.maxDialS, callerId: forward.from });
  }
  const closed = chooseLineClosed(line, deps.at.urls.sound("line-closed"));
  return "words" in closed ? twiml.sayAndHangUp(closed.words) : twiml.playAndHangUp(closed.url);
}

/**
 * A blocked caller hears the station's own message for rejected callers. Without one, the call is
 * rejected unanswered.
 */
function blockedTwiml(
  { at: { urls } }: ServiceDeskDeps,
  { stationLinesBusyUrl: url }: PhoneLineRecord,
): string {
  return url === null
    ? twiml.reject()
    : twiml.playAndHangUp(resolveSound(url, urls.sound("lines-busy")));
}
