import * as z from "zod";

const sid = z.string().min(1).max(64);

/** The parameters of a webhook that the server reads; the telephony service sends more. */
export const incomingCallParams = z.object({
  CallSid: sid,
  To: z.string(),
  From: z.string(),
  // A call must not fail because of an unreadable name.
  CallerName: z.string().optional().catch(undefined),
  ErrorCode: z.string().optional().catch(undefined),
  ErrorUrl: z.string().optional().catch(undefined),
});

export const connectParams = z.object({
  CallSid: sid,
  From: z.string(),
  claim: z.string().default(""),
  preflight: z.string().optional(),
});

export const aboutCallParams = z.object({ CallSid: sid });

export const queueResultParams = z.object({ CallSid: sid, QueueResult: z.string() });

export const callStatusParams = z.object({
  CallSid: sid,
  CallStatus: z.string(),
  ErrorCode: z.string().optional().catch(undefined),
});
