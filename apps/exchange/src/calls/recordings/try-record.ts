import { RefusedError } from "@linedesk/base";
import type { LiveCall } from "../live/live-call.ts";
import type { RecordingOptions } from "./recording.ts";
import type { Recordings, StartedRecording } from "./recordings.ts";

export interface RecordDeps {
  recordings: Pick<Recordings, "startCall">;
}

/** A call goes on where it cannot be recorded; its log says why. */
export function tryRecord(
  call: LiveCall,
  options: Parameters<Recordings["startCall"]>[1],
  services: RecordDeps,
): StartedRecording | null {
  try {
    return services.recordings.startCall(call, options);
  } catch (error) {
    if (!(error instanceof RefusedError)) {
      throw error;
    }
    const { twilioCode: errorCode, message } = error;
    call.addLogEntry("error", "recording", { errorCode, message });
    return null;
  }
}

/** A call that was made to be recorded: its last callback says where that lies. */
export function recordOutboundCall(
  call: LiveCall,
  recordingOptions: RecordingOptions | undefined,
  services: RecordDeps,
): void {
  if (recordingOptions === undefined) {
    return;
  }
  const started = tryRecord(call, { options: recordingOptions, source: "OutboundAPI" }, services);
  if (started !== null) {
    call.recordingParams = () => started.params();
  }
}
