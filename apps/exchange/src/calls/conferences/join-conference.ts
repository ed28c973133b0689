import { raceAbort, StoppedError } from "@linedesk/base";
import type { LiveCall } from "../live/live-call.ts";
import type { JoinOptions } from "./conference-api.ts";
import type { LeaveReason } from "./conference-snapshot.ts";
import type { Conferences, Joined } from "./conferences.ts";

export interface JoinConferenceDeps {
  conferences: Pick<Conferences, "join">;
}

/**
 * Adds a call to a conference, and runs until the call leaves. Returns the reason why it left or
 * could not join; rejects with the signal's reason when another program takes over the call.
 */
export async function joinConference(
  name: string,
  call: LiveCall,
  how: { join: JoinOptions; services: JoinConferenceDeps; signal: AbortSignal },
): Promise<LeaveReason | Extract<Joined, { type: "refused" }>> {
  const { join, services, signal } = how;
  const joined = services.conferences.join(name, call, join);
  if (joined.type === "refused") {
    const { errorCode, message } = joined;
    call.logError("conference", { errorCode, message });
    return joined;
  }
  const { conference, participant } = joined;
  try {
    return await raceAbort(participant.left, signal);
  } finally {
    const isMoved = signal.aborted && signal.reason instanceof StoppedError;
    const wasRedirected = isMoved && signal.reason.reason === "redirected";
    conference.leave(
      participant,
      wasRedirected ? "participant_updated_via_api" : "participant_hung_up",
    );
  }
}
