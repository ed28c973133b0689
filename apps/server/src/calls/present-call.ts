import {
  compareInQueue,
  type Call,
  type ShownDesk,
  type Holder,
  type Ordered,
  isSentToBack,
} from "@linedesk/contract";
import { guessPlace } from "../callers/guess-place.ts";
import { MAIN_SERVICE } from "../config/main-service.ts";
import { displayNumber } from "../platform/to-e164.ts";
import { isBridged, isQueued, type DeskState } from "./state/desk-state.ts";
import type { CallRecord, RecordedFlag } from "./store/call-record.ts";

function presentDesk(desk: DeskState): ShownDesk {
  switch (desk.status) {
    case "waiting":
      return { status: "waiting" };
    case "ready":
      return { status: "ready", since: desk.since };
    case "screening":
    case "on_air":
      return { status: desk.status, holder: desk.leg.holder, since: desk.since };
    case "held":
      return {
        status: "held",
        holder: desk.holder,
        since: desk.since,
        unattended: desk.unattended,
        ...(desk.interruption === undefined
          ? {}
          : { interrupted: { wasOnAir: desk.interruption.wasOnAir } }),
      };
    case "ended":
      return { status: "ended", reason: desk.reason, at: desk.at };
  }
}

function claimedBy(desk: DeskState): Holder | null {
  if (desk.status === "ended") {
    return null;
  }
  if (desk.claim !== null) {
    return desk.claim.holder;
  }
  return isQueued(desk) ? (desk.leg?.holder ?? null) : null;
}

function presentOffer(desk: DeskState): Call["offer"] {
  if (desk.status !== "held" || desk.offer === null) {
    return null;
  }
  const { to, from, until } = desk.offer;
  return { to, from, until };
}

function presentLeaving(desk: DeskState): Call["leaving"] {
  if (desk.status === "ended" || desk.leaving === null) {
    return null;
  }
  const { reason, by, until } = desk.leaving;
  return { reason, by, until };
}

function presentWarning(flags: readonly RecordedFlag[]): Call["caller"]["warning"] {
  const worst =
    flags.find((flag) => flag.kind === "banned") ?? flags.find((flag) => flag.kind === "warning");
  if (worst === undefined || worst.kind === "label") {
    return null;
  }
  const { kind, reason, name, until } = worst;
  return { kind, reason: reason === "" ? name : reason, ...(until === null ? {} : { until }) };
}

function presentCaller(call: CallRecord): Call["caller"] {
  const number = call.number ?? call.givenNumber;
  const location = call.caller?.location ?? null;
  return {
    id: call.caller?.id ?? null,
    number,
    numberDisplay: displayNumber(number),
    numberGiven: call.number === null && number !== null,
    name: call.caller?.name ?? null,
    location,
    locationGuess: location === null ? guessPlace(number) : null,
    // The console shows a warning separately, before the call is answered, so it is omitted here.
    flags: call.flags
      .filter((flag) => flag.kind === "label")
      .map(({ id, name, colour, icon, reason, until }) => ({
        id,
        name,
        colour,
        reason,
        ...(icon === null ? {} : { icon }),
        ...(until === null ? {} : { until }),
      })),
    flagIds: call.flags.map(({ id }) => id),
    warning: presentWarning(call.flags),
    earlierCalls: call.earlierCalls,
    lastCallAt: call.lastCallAt?.toISOString() ?? null,
  };
}

function presentCallState({ callState, callBack, desk }: CallRecord): Call["callState"] {
  return callBack !== null && isBridged(desk) ? "ringing" : callState.status;
}

function presentDial({ dial, answeredAt, callBack }: CallRecord): Call["dial"] {
  if (dial === null) {
    return null;
  }
  const { limitS } = dial;
  const endsAt =
    answeredAt === null || callBack !== null
      ? null
      : new Date(answeredAt.getTime() + limitS * 1000).toISOString();
  return { limitS, endsAt };
}

export function presentCall(call: CallRecord): Call {
  return {
    id: call.id,
    station: call.station,
    phoneLine:
      call.phoneLine === null
        ? null
        : {
            id: call.phoneLine.id,
            name: call.phoneLine.name,
            numberDisplay: displayNumber(call.phoneLine.number),
            priority: call.phoneLine.priority,
          },
    direction: call.direction,
    callState: presentCallState(call),
    desk: presentDesk(call.desk),
    claimedBy: claimedBy(call.desk),
    offer: presentOffer(call.desk),
    leaving: presentLeaving(call.desk),
    dial: presentDial(call),
    callBack: call.callBack,
    conference: call.conference,
    ...(call.talkback === null ? {} : { talkback: call.talkback }),
    caller: presentCaller(call),
    description: call.description,
    marks: {
      next: call.next,
      locked: call.locked,
      pinned: call.pinned,
      verified: call.desk.verified,
    },
    air: call.air,
    contest: call.contest,
    ...(call.win === null ? {} : { win: call.win }),
    ...(isSentBack(call) ? { sentBack: true } : {}),
    programmeAudible: call.programmeAudible,
    ...(call.rehearsal ? { rehearsal: true as const } : {}),
    ...(call.service === MAIN_SERVICE ? {} : { service: call.service }),
    ...presentRecording(call),
    position: call.position,
    arrivedAt: call.arrivedAt.toISOString(),
    answeredAt: call.answeredAt?.toISOString() ?? null,
    endedAt: call.endedAt?.toISOString() ?? null,
  };
}

function presentRecording({ recording, desk }: CallRecord): Pick<Call, "recording"> {
  return recording === null || desk.status === "ended" ? {} : { recording };
}

function isSentBack({ flags, sentBack, givenNumber }: CallRecord): boolean {
  return (sentBack && givenNumber === null) || flags.some(({ effect }) => effect === "to_back");
}

export function toOrdered(call: CallRecord): Ordered {
  const { next, pinned } = call;
  const ready = call.desk.status === "ready";
  return {
    id: call.id,
    next,
    ready,
    last: isSentToBack(isSentBack(call), { next, ready, pinned }),
    priority: call.phoneLine?.priority ?? false,
    pinned,
    position: call.position,
    arrivedAt: call.arrivedAt.toISOString(),
  };
}

export function inOrder(calls: readonly CallRecord[]): CallRecord[] {
  return calls
    .map((call) => ({ call, ordered: toOrdered(call) }))
    .toSorted((a, b) => compareInQueue(a.ordered, b.ordered))
    .map(({ call }) => call);
}
