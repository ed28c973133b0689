import { aSid } from "./scripted-sids.ts";
import type { Answer, Form, ScriptedTelephony } from "./scripted-telephony.ts";

interface RecordingRequest {
  method: string;
  call: string;
  sid: string;
  form: Form;
}

export const RECORDED_S = 7;

export function recordScripted(
  telephony: ScriptedTelephony,
  { call, sid, form }: RecordingRequest,
): Answer {
  if (telephony.refusesRecordings) {
    return { status: 507, body: { code: 20507, message: "The disk is full.", status: 507 } };
  }
  if (sid === "") {
    const made = aSid("RE");
    const statusUrl = form["RecordingStatusCallback"] ?? "";
    telephony.recordings.set(made, { call, statusUrl, status: "in-progress" });
    telephony.commands.push({ type: "record", sid: call });
    return { status: 201, body: { sid: made, call_sid: call, status: "in-progress" } };
  }
  const recording = telephony.recordings.get(sid);
  const status = form["Status"] as "paused" | "in-progress" | "stopped";
  if (recording === undefined) {
    return { status: 404, body: { code: 20404, message: "No such recording", status: 404 } };
  }
  telephony.commands.push({ type: status, sid });
  recording.status = status;
  if (status === "stopped") {
    telephony.later(() => endRecording(telephony, sid));
  }
  return { status: 200, body: { sid, status } };
}

/** Reports in the service's name that the recording is stored. */
export async function endRecording(telephony: ScriptedTelephony, sid: string): Promise<void> {
  const recording = telephony.recordings.get(sid);
  if (recording === undefined) {
    throw new Error("no such recording");
  }
  recording.status = "completed";
  const { pathname, search } = new URL(recording.statusUrl);
  const report = { RecordingSid: sid, RecordingStatus: "completed" };
  await telephony.post(`${pathname}${search}`, {
    ...report,
    RecordingDuration: String(RECORDED_S),
  });
}

export function answerRecording(
  telephony: ScriptedTelephony,
  { method, sid }: Pick<RecordingRequest, "method" | "sid">,
): Answer {
  const recording = telephony.recordings.get(sid);
  if (recording === undefined) {
    return { status: 404, body: { code: 20404, message: "No such recording", status: 404 } };
  }
  if (method === "DELETE") {
    telephony.recordings.delete(sid);
    telephony.commands.push({ type: "delete_recording", sid });
    return { status: 204 };
  }
  return { status: 200, body: { sid, status: recording.status, duration: String(RECORDED_S) } };
}
