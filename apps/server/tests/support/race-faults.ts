import type { Call } from "@linedesk/contract";
import { conferenceName } from "../../src/calls/store/call-record.ts";
import type { ServiceConference, TelephonySnapshot } from "../../src/telephony/telephony.ts";

/** A live call of ours, with the caller's leg. */
export interface ListedCall {
  call: Call;
  sid: string;
}

/** What is wrong with where callers and operators are at the telephony service. */
export function findFaults(listed: readonly ListedCall[], service: TelephonySnapshot): string[] {
  const known = new Set(listed.map(({ sid }) => sid));
  const faults = listed.flatMap(({ call, sid }) => {
    const fault = findFault(call, sid, service);
    return fault === null ? [] : [`${call.id} (${call.desk.status}) ${fault}`];
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

function findRooms({ conferences }: TelephonySnapshot, sid: string): ServiceConference[] {
  return conferences.filter((room) => room.participants.some((one) => one.callSid === sid));
}

function findFault(call: Call, sid: string, service: TelephonySnapshot): string | null {
  const rooms = findRooms(service, sid);
  const positions = rooms.length + Number(service.queued.includes(sid));
  if (positions !== 1 || rooms.some((room) => room.name !== conferenceName(call.id))) {
    return `stands at ${positions} positions`;
  }
  const participants = rooms[0]?.participants ?? [];
  const others = participants.filter((one) => one.callSid !== sid).length;
  if (others > 1) {
    return `is with ${others} operators`;
  }
  const isOnHold = participants.some((one) => one.callSid === sid && one.hold);
  const isInQueue = rooms.length === 0;
  if (call.desk.status === "screening" || call.desk.status === "on_air") {
    return !isInQueue && !isOnHold && others === 1 ? null : "is connected with nobody";
  }
  return isInQueue || isOnHold ? null : "hears no music";
}
