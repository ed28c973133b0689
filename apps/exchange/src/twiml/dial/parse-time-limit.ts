import type { Element } from "../../calls/playback/twiml-document.ts";
import { parseNumber } from "../document/attributes.ts";
import type { VerbScope } from "../document/verb.ts";

export function parseTimeLimitMs(dial: Element, { services }: VerbScope<"calls">): number {
  const fallback = services.calls.timeouts.timeLimitS;
  return parseNumber(dial, "timeLimit", { fallback, min: 1, max: 86_400 }) * 1000;
}
