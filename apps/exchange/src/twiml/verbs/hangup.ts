import { defineVerb } from "../document/verb.ts";

/** Answers and then ends the call, because only Reject leaves a caller unanswered. */
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
