import { aSid } from "./scripted-sids.ts";
import type { Answer, Form, ScriptedRoom, ScriptedTelephony } from "./scripted-telephony.ts";

export function dialParticipant(
  telephony: ScriptedTelephony,
  room: ScriptedRoom,
  form: Form,
): Answer {
  if (telephony.dialAnswer !== null) {
    return telephony.dialAnswer;
  }
  const sid = aSid("CA");
  const { To: to = "", From: from = "" } = form;
  telephony.dialled.set(sid, { ...form, Room: room.name });
  telephony.calls.set(sid, { sid, to, from, status: "ringing", direction: "outbound-api" });
  telephony.commands.push({ type: "dial", sid });
  telephony.later(() => reportDialled(telephony, sid, { CallStatus: "initiated" }));
  return { status: 201, body: { call_sid: sid, conference_sid: room.sid, hold: false } };
}

export async function pickUp(telephony: ScriptedTelephony, sid: string): Promise<void> {
  const call = telephony.calls.get(sid);
  if (call === undefined) {
    throw new Error("the dialled leg does not ring");
  }
  telephony.calls.set(sid, { ...call, status: "in-progress" });
  await reportDialled(telephony, sid, { CallStatus: "in-progress" });
  // The server may have ended the leg during the notification.
  if (telephony.calls.has(sid)) {
    await telephony.join(telephony.dialled.get(sid)?.["Room"] ?? "", sid);
  }
  await telephony.settle();
}

/**
 * Reports that the called side does not answer, with the disposition and code of the telephone
 * network.
 */
export async function notPickUp(
  telephony: ScriptedTelephony,
  sid: string,
  end: { status: string; sipCode: string },
): Promise<void> {
  telephony.calls.delete(sid);
  await reportDialled(telephony, sid, { CallStatus: end.status, SipResponseCode: end.sipCode });
  await telephony.settle();
}

async function reportDialled(telephony: ScriptedTelephony, sid: string, form: Form): Promise<void> {
  const { pathname, search } = new URL(telephony.dialled.get(sid)?.["StatusCallback"] ?? "");
  await telephony.post(`${pathname}${search}`, { CallSid: sid, ...form });
}
