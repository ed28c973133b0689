import { sleep } from "@linedesk/base";
import { DOCUMENT_PURPOSES, NEXT } from "../../calls/playback/outcome.ts";
import { parseNumber } from "../document/attributes.ts";
import { defineVerb, type VerbScope } from "../document/verb.ts";

/** Plays `length` seconds of silence, 1 by default. */
export const pause = defineVerb({
  name: "Pause",
  attributes: ["length"],
  urls: [],
  children: [],
  purposes: DOCUMENT_PURPOSES,
  async run(element, scope: VerbScope<"clock">) {
    await scope.call.answer();
    const lengthS = parseNumber(element, "length", { fallback: 1, min: 0, max: 3600 });
    await sleep(scope.services.clock, lengthS * 1000, scope.signal);
    return NEXT;
  },
});
