import type { Call, RecordingAction } from "@linedesk/contract";
import { bindKeys } from "./bind-keys.ts";
import type { DeskAction } from "./desk-action.ts";

/** A call with the facts that decide what can be recorded. */
export interface CallToRecord {
  call: Call;
  mayRecord: boolean;
  /** Is true when the station records calls on request. */
  isOffered: boolean;
}

export interface RecordDefinition extends DeskAction {
  isPossible: (at: CallToRecord) => boolean;
  run: (send: (action: RecordingAction) => void) => void;
}

function isRecordable({ call, isOffered }: CallToRecord): boolean {
  const { desk, conference, talkback, rehearsal, recording } = call;
  const isBridged = desk.status === "screening" || desk.status === "on_air";
  const isAlone = conference === null && talkback === undefined && rehearsal !== true;
  return isOffered && isBridged && isAlone && recording === undefined;
}

function isRecording({ call, mayRecord }: CallToRecord): boolean {
  return mayRecord && call.recording !== undefined;
}

/** The actions on the recording of a call. */
export const recordActions = {
  record: {
    keys: [bindKeys.onPage("line.record", "t")],
    isPossible: isRecordable,
    run: (send) => send("start"),
  },
  /** The key of `record` also stops the recording. */
  stop_recording: { keys: [], isPossible: isRecording, run: (send) => send("stop") },
  pause_recording: {
    keys: [],
    isPossible: (at) => isRecording(at) && at.call.recording === "running",
    run: (send) => send("pause"),
  },
  resume_recording: {
    keys: [],
    isPossible: (at) => isRecording(at) && at.call.recording === "paused",
    run: (send) => send("resume"),
  },
} as const satisfies Record<string, RecordDefinition>;
