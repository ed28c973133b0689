import { type Element } from "../../calls/playback/twiml-document.ts";
import { childElements } from "../document/element.ts";
import { logInvalidUrls } from "../document/log-invalid-urls.ts";
import {
  logUnexpectedElement,
  logUnknownAttributes,
  readChildren,
} from "../document/log-unknown-markup.ts";
import type { Noun, VerbScope } from "../document/verb.ts";
import { DIAL_NOUNS, EXCLUSIVE_NOUNS, RINGING_NOUNS } from "./dial-nouns.ts";

export function logUnexpectedNouns(dial: Element, scope: VerbScope): void {
  const { call } = scope;
  const elements = childElements(dial);
  const [first] = elements;
  const exclusive = first && findNoun(EXCLUSIVE_NOUNS, first);
  for (const element of elements) {
    const noun =
      exclusive === undefined
        ? findNoun(RINGING_NOUNS, element)
        : element === first
          ? exclusive
          : undefined;
    if (noun === undefined) {
      logUnexpectedElement(element, `Dial does not accept ${element.name} here`, call);
      continue;
    }
    const nested = readChildren(element, noun, call);
    logUnknownAttributes(element, noun, call);
    for (const [child, childNoun] of nested) {
      logUnknownAttributes(child, childNoun, call);
    }
  }
  for (const element of elements) {
    logInvalidUrls(element, findNoun(DIAL_NOUNS, element), scope);
  }
}

function findNoun(nouns: readonly Noun[], element: Element): Noun | undefined {
  return nouns.find(({ name }) => name === element.name);
}
