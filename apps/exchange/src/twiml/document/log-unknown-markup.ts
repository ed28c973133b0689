import { TWILIO_CODES } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { logUnsupportedAttributes } from "./attributes.ts";
import { childElements } from "./element.ts";
import type { Noun, Verb } from "./verb.ts";

/** Logs the attributes and child elements that the verb does not support, with warning 12200. */
export function logUnknownMarkup(element: Element, verb: Verb, call: LiveCall): void {
  logUnknownAttributes(element, verb, call);
  if (verb.checksChildren !== true) {
    readChildren(element, verb, call);
  }
}

export function logUnknownAttributes(element: Element, noun: Noun, call: LiveCall): void {
  const unknown = Object.keys(element.attributes).filter((name) => !noun.attributes.includes(name));
  logUnsupportedAttributes(element, unknown, call);
}

/** Returns the children that an element allows, each with its noun; logs all others. */
export function readChildren(
  element: Element,
  { children }: Noun,
  call: LiveCall,
): [element: Element, noun: Noun][] {
  return childElements(element).flatMap((child): [Element, Noun][] => {
    const noun = children.find(({ name }) => name === child.name);
    if (noun === undefined) {
      logUnexpectedElement(child, `${element.name} does not accept ${child.name}`, call);
      return [];
    }
    return [[child, noun]];
  });
}

export function logUnexpectedElement({ name }: Element, message: string, call: LiveCall): void {
  call.logError(name, { errorCode: TWILIO_CODES.TWIML_WARNING, message });
}
