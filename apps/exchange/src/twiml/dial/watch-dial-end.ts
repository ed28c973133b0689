import type { Element } from "../../calls/playback/twiml-document.ts";
import { parseNumber } from "../document/attributes.ts";
import type { VerbScope } from "../document/verb.ts";

/** What ends a connection early: Dial's timeLimit, and the star key where it is asked for. */
export function watchDialEnd(
  dial: Element,
  scope: VerbScope<"clock" | "calls">,
  end: () => void,
): () => void {
  const stopTimer = scope.services.clock.after(parseTimeLimitMs(dial, scope), end);
  const isStarred = dial.attributes["hangupOnStar"] === "true";
  const stopKeys = scope.call.input.onDigit((digit) => {
    if (isStarred && digit === "*") {
      end();
    }
  });
  return () => {
    stopTimer();
    stopKeys();
  };
}

export function parseTimeLimitMs(dial: Element, { services }: VerbScope<"calls">): number {
  const fallback = services.calls.timeouts.timeLimitS;
  return parseNumber(dial, "timeLimit", { fallback, min: 1, max: 86_400 }) * 1000;
}
