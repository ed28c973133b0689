import { type HttpMethod, TWILIO_CODES } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";

/** A whole number within bounds; anything else is the fallback, as Twilio has it. */
export function parseNumber(
  element: Element,
  name: string,
  bounds: { fallback: number; min: number; max: number },
): number {
  const text = element.attributes[name];
  if (text === undefined || !/^\d{1,9}$/.test(text.trim())) {
    return bounds.fallback;
  }
  return Math.min(Math.max(Number(text), bounds.min), bounds.max);
}

export function parseFlag(element: Element, name: string, fallback: boolean): boolean {
  const text = element.attributes[name]?.trim().toLowerCase();
  if (text === "true") {
    return true;
  }
  return text === "false" ? false : fallback;
}

export function parseMethod(element: Element, name = "method"): HttpMethod {
  return element.attributes[name]?.trim().toUpperCase() === "GET" ? "GET" : "POST";
}

/** Attributes that ask for what this exchange does not do are noted. */
export function logUnsupportedAttributes(
  element: Element,
  names: readonly string[],
  call: LiveCall,
): void {
  for (const name of names) {
    if (element.attributes[name] === undefined) {
      continue;
    }
    const message = `${name} is not supported`;
    call.logError(element.name, { errorCode: TWILIO_CODES.TWIML_WARNING, message });
  }
}

/** Names separated by spaces or commas; those that are not known are left out. */
export function parseWords<Word extends string>(
  element: Element,
  name: string,
  known: readonly Word[],
): Word[] {
  const words = new Set((element.attributes[name] ?? "").split(/[\s,]+/));
  return known.filter((word) => words.has(word));
}
