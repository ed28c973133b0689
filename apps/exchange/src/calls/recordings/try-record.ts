import { RefusedError } from "@linedesk/base";
import type { LiveCall } from "../live/live-call.ts";
import type { Recordings, StartedRecording } from "./recordings.ts";

/** A call continues when it cannot be recorded; a notification has the reason. */
export function tryRecord(
  call: LiveCall,
  options: Parameters<Recordings["startCall"]>[1],
  services: { recordings: Pick<Recordings, "startCall"> },
): StartedRecording | null {
  try {
    return services.recordings.startCall(call, options);
  } catch (error) {
    if (!(error instanceof RefusedError)) {
      throw error;
    }
    const { twilioCode: errorCode, message } = error;
    call.logError("recording", { errorCode, message });
    return null;
  }
}
