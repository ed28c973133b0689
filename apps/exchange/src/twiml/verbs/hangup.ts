import type { Verb } from "../verb.ts";

/** Ends the call. */
export const hangup: Verb = async () => ({ type: "end" });
