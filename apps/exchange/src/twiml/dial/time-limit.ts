import type { Element } from "../../calls/playback/twiml-document.ts";
import { numberOf } from "../document/attributes.ts";
import type { VerbScope } from "../document/verb.ts";

/** What ends a connection early: Dial's timeLimit, and the star key where it is asked for. */
export function watchEnd(dial: Element, scope: VerbScope, end: () => void): () => void {
  const stopTimer = scope.services.clock.after(timeLimitMsOf(dial, scope), end);
  const isStarred = dial.attributes["hangupOnStar"] === "true";
  const stopKeys = scope.call.ears.onDigit((digit) => {
    if (isStarred && digit === "*") {
      end();
    }
  });
  return () => {
    stopTimer();
    stopKeys();
  };
}

export function timeLimitMsOf(dial: Element, { services }: VerbScope): number {
  const fallback = services.defaults.timeLimitS;
  return numberOf(dial, "timeLimit", { fallback, min: 1, max: 86_400 }) * 1000;
}
