import type { Call } from "@linedesk/contract";
import type { ServiceConference, TelephonySnapshot } from "../../src/telephony/telephony.ts";

/** Finds callers and operators who are in the wrong place at the telephony service. */
export function findFaults(
  listed: readonly { call: Call; sid: string }[],
  service: TelephonySnapshot,
): string[] {
  const known = new Set(listed.map(({ sid }) => sid));
  const faults = listed.flatMap(({ call, sid }) => {
    const fault = findFault(call, sid, service);
    return fault === null ? [] : [`${call.id} ${describeCall(call)} ${fault}; leg ${sid}`];
  });
  for (const { sid, from } of service.calls) {
    const isOperator = from.startsWith("client:");
    const rooms = findRooms(service, sid).length;
    if (isOperator && rooms !== 1) {
      faults.push(`operator's leg ${sid} is in ${rooms} rooms`);
    }
    if (!isOperator && !known.has(sid)) {
      faults.push(`caller ${sid} is in no list`);
    }
  }
  return faults;
}

export function describeCall({ desk, direction, callState, ...call }: Call): string {
  const { dial, callBack, conference, talkback, leaving, claimedBy, marks } = call;
  const more = { dial, callBack, conference, talkback, leaving, claimedBy, marks };
  const known = Object.entries(more).filter(([, value]) => value !== null && value !== undefined);
  return `(${desk.status}, ${direction}, ${callState}) ${JSON.stringify(Object.fromEntries(known))}`;
}

function findRooms({ conferences }: TelephonySnapshot, sid: string): ServiceConference[] {
  return conferences.filter((room) => room.participants.some((one) => one.callSid === sid));
}

function findFault(call: Call, sid: string, service: TelephonySnapshot): string | null {
  const { desk } = call;
  const isQueued = desk.status === "waiting" || desk.status === "ready";
  const isRungBack = call.callBack !== null && isQueued;
  const isRung = call.dial !== null && call.callState === "ringing";
  // A number that was dialled into a conference may still ring after its operator has left.
  const isRinging = service.calls.some((one) => one.sid === sid && one.status === "ringing");
  // A caller who waits for a call back, or whose telephone still rings, is connected with nobody.
  if (isRungBack || isRung || isRinging) {
    return null;
  }
  const rooms = findRooms(service, sid);
  const own = call.conference === null ? `call:${call.id}` : `conference:${call.conference.id}`;
  const positions = rooms.length + Number(service.queued.includes(sid));
  if (positions !== 1 || rooms.some((room) => room.name !== own)) {
    return `is at ${positions} positions, in ${rooms.map((room) => room.name).join()}`;
  }
  return call.conference === null
    ? findFaultAlone(call, sid, rooms[0]?.participants ?? null)
    : findFaultOfMember(call, sid, rooms[0]?.participants ?? []);
}

type Participants = ServiceConference["participants"];

/** `room` is `null` when the caller is in the queue. */
function findFaultAlone({ desk }: Call, sid: string, room: Participants | null): string | null {
  const others = (room ?? []).filter((one) => one.callSid !== sid).length;
  if (others > 1) {
    return `is with ${others} operators`;
  }
  const isOnHold = isHeldIn(room ?? [], sid);
  if (desk.status === "screening" || desk.status === "on_air") {
    return room !== null && !isOnHold && others === 1 ? null : "is connected with nobody";
  }
  return room === null || isOnHold ? null : "hears no music";
}

/** A member on hold in a conference hears music, and no member hears this caller. */
function findFaultOfMember(call: Call, sid: string, room: Participants): string | null {
  if (call.conference?.onHold === true) {
    return isHeldIn(room, sid) ? null : "hears the conference on hold";
  }
  return isHeldIn(room, sid) ? "hears music in the conference" : null;
}

function isHeldIn(room: Participants, sid: string): boolean {
  return room.some((one) => one.callSid === sid && one.hold);
}
