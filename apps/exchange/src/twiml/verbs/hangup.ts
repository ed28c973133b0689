import { defineVerb } from "../document/verb.ts";

/** Ends the call. Only Reject leaves a caller unanswered. */
export const hangup = defineVerb({
  name: "Hangup",
  attributes: [],
  urls: [],
  children: [],
  purposes: ["program", "queue"],
  async run(_element, { call }) {
    await call.answer();
    return { type: "end" };
  },
});
