import type { Verb } from "../document/verb.ts";

/** Ends the call. Only a Reject leaves a caller unanswered. */
export const hangup: Verb = async (_element, { call }) => {
  await call.answer();
  return { type: "end" };
};
