import { raceAbort, TWILIO_CODES } from "@linedesk/base";
import type { Element, ResumedDial } from "../../calls/playback/twiml-document.ts";
import { connectCallee } from "./connect-callee.ts";
import type { DialResult, DialScope } from "./dial-scope.ts";

/**
 * Continues a Dial after a restart of the exchange: connects the caller again with the party that
 * had answered. Without that party the Dial ends, and nobody is dialled again.
 */
export async function continueDial(
  dial: Element,
  { sid, callee }: ResumedDial,
  dialling: DialScope,
): Promise<DialResult> {
  const { call, signal } = dialling.scope;
  if (callee !== null && !callee.call.isOver) {
    await raceAbort(call.answer(), signal);
    const stopRingback = (): void => undefined;
    return await connectCallee(callee, dial, { ...dialling, stopRingback });
  }
  const wasConnected = sid !== null;
  return {
    params: {
      DialCallStatus: wasConnected ? "completed" : "failed",
      DialBridged: String(wasConnected),
      ...(wasConnected ? { DialCallSid: sid } : {}),
      ErrorCode: String(TWILIO_CODES.INTERNAL_ERROR),
    },
  };
}
