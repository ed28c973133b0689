import { defineVerb } from "../document/verb.ts";

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
