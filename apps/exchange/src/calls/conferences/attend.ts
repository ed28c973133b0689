import { orAborted, Stopped } from "@linedesk/base";
import type { CoreServices } from "../../twiml/document/core-services.ts";
import type { LiveCall } from "../live/live-call.ts";
import type { JoinOptions } from "./conference-book.ts";
import type { LeaveReason } from "./room-view.ts";
import type { Joined } from "./rooms.ts";

/**
 * A call's stay in a room, from joining to leaving. Answers why it left, or why it was not let
 * in; rejects with the signal's reason when the call was taken away.
 */
export async function attend(
  name: string,
  call: LiveCall,
  how: { join: JoinOptions; services: CoreServices; signal: AbortSignal },
): Promise<LeaveReason | Extract<Joined, { type: "refused" }>> {
  const { join, services, signal } = how;
  const joined = services.rooms.join(name, call, join);
  if (joined.type === "refused") {
    const { errorCode, message } = joined;
    call.note("error", "conference", { errorCode, message });
    return joined;
  }
  const { conference, participant } = joined;
  try {
    return await orAborted(participant.left, signal);
  } finally {
    const isMoved = signal.aborted && signal.reason instanceof Stopped;
    const wasRedirected = isMoved && signal.reason.why === "redirected";
    conference.leave(
      participant,
      wasRedirected ? "participant_updated_via_api" : "participant_hung_up",
    );
  }
}
