import { TWILIO_CODES } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { StoredCourse } from "../../calls/live/stored-call.ts";
import type { ProgramStart } from "../../calls/playback/document-runner.ts";

/**
 * Returns the program of a call that continues. A running Dial continues without a document, unless
 * its party is lost and the call has a fallback URL. Any other call requests its fallback URL, or
 * else runs its own document again. A request contains the error code. `null` means that the call
 * has no program of its own.
 */
export function buildResumedProgram(
  { dial, document, fallback }: StoredCourse,
  callee: LiveCall | null,
): ProgramStart | null {
  const isPartyLost = dial !== null && dial.child !== null && callee === null;
  if (dial !== null && !(isPartyLost && fallback !== null)) {
    const { url, verbs, child } = dial;
    const noun = child?.noun ?? null;
    const resumedDial = {
      sid: child?.sid ?? null,
      callee: callee === null || noun === null ? null : { noun, call: callee },
    };
    return { document: { url, verbs, resumedDial } };
  }
  const ownUrl = document !== null && "url" in document ? document.url : null;
  const params = {
    ErrorCode: String(TWILIO_CODES.INTERNAL_ERROR),
    ...(ownUrl === null ? {} : { ErrorUrl: ownUrl }),
  };
  const next = fallback ?? document;
  if (next === null) {
    return null;
  }
  return "url" in next
    ? { request: { url: next.url, method: next.method, params } }
    : { twiml: next.twiml };
}
