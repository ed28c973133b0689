import { defineVerb } from "../document/verb.ts";

/** Out of the queue; only a queue's wait document may have it. */
export const leave = defineVerb({
  name: "Leave",
  attributes: [],
  urls: [],
  children: [],
  purposes: ["queue"],
  async run() {
    return { type: "leave" };
  },
});
