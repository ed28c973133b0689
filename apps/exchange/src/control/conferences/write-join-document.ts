import { escapeHtml } from "@linedesk/base";
import type { JoinOptions } from "../../calls/conferences/conference-api.ts";

/**
 * Returns the TwiML that joins a conference with the same options, for a call without a document.
 */
export function writeJoinDocument(conference: string, join: JoinOptions): string {
  const { statusCallback: callback } = join;
  const attributes = {
    participantLabel: join.label,
    beep: "false",
    muted: String(join.muted),
    startConferenceOnEnter: String(join.startOnEnter),
    endConferenceOnExit: String(join.endOnExit),
    waitUrl: join.waitUrl,
    waitMethod: join.waitMethod,
    programmeUrl: join.programmeUrl,
    statusCallback: callback?.url,
    statusCallbackMethod: callback?.method,
    statusCallbackEvent: callback?.events.join(" "),
  };
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined || value === null || (value === "" && name !== "waitUrl")
      ? ""
      : ` ${name}="${escapeHtml(value)}"`,
  );
  const noun = `<Conference${written.join("")}>${escapeHtml(conference)}</Conference>`;
  return `<Response><Dial>${noun}</Dial></Response>`;
}
