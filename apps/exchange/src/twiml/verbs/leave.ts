import type { Verb } from "../document/verb.ts";

/** Out of the queue; only a queue's wait document may have it. */
export const leave: Verb = async () => ({ type: "leave" });
