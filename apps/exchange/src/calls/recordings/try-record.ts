import { RefusedError } from "@linedesk/base";
import type { CoreServices } from "../../twiml/document/core-services.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { RecordingWish } from "./recording.ts";
import type { Recordings, StartedRecording } from "./recordings.ts";

/** A call goes on where it cannot be recorded; its log says why. */
export function tryRecord(
  call: LiveCall,
  options: Parameters<Recordings["startCall"]>[1],
  services: CoreServices,
): StartedRecording | null {
  try {
    return services.recordings.startCall(call, options);
  } catch (error) {
    if (!(error instanceof RefusedError)) {
      throw error;
    }
    const { twilioCode: errorCode, message } = error;
    call.note("error", "recording", { errorCode, message });
    return null;
  }
}

/** A call that was made to be recorded: its last callback says where that lies. */
export function recordMade(
  call: LiveCall,
  wish: RecordingWish | undefined,
  services: CoreServices,
): void {
  if (wish === undefined) {
    return;
  }
  const started = tryRecord(call, { wish, source: "OutboundAPI" }, services);
  if (started !== null) {
    call.recordingParams = () => started.params();
  }
}
