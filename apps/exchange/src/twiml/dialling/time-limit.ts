import { numberOf } from "../attributes.ts";
import type { Element } from "../element.ts";
import type { VerbScope } from "../verb.ts";

/** What ends a connection early: Dial's timeLimit, and the star key where it is asked for. */
export function watchEnd(dial: Element, scope: VerbScope, end: () => void): () => void {
  const fallback = scope.services.defaults.timeLimitS;
  const limitS = numberOf(dial, "timeLimit", { fallback, min: 1, max: 86_400 });
  const stopTimer = scope.services.clock.after(limitS * 1000, end);
  const isStarred = dial.attributes["hangupOnStar"] === "true";
  const stopKeys = scope.call.ears.onDigit((digit) => {
    if (isStarred && digit === "*") end();
  });
  return () => {
    stopTimer();
    stopKeys();
  };
}
