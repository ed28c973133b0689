import { defineVerb } from "../document/verb.ts";

/** Refuses an unanswered call as busy or declined, and hangs up an answered call. */
export const reject = defineVerb({
  name: "Reject",
  attributes: ["reason"],
  urls: [],
  children: [],
  purposes: ["program"],
  async run(element, { call }) {
    const isBusy = element.attributes["reason"] === "busy";
    if (call.state.status === "ringing") {
      if (isBusy) {
        call.hangUp({ cause: "busy", sipCode: 486 }, "busy");
      } else {
        call.hangUp({ cause: "declined", sipCode: 603 }, "no-answer");
      }
    }
    return { type: "end" };
  },
});
