import { type HttpMethod, TWILIO_CODES } from "@linedesk/base";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";

/** Parses a whole number within bounds; for any other text returns the fallback, as Twilio does. */
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

/** Logs attributes that request unsupported features. */
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

/** Parses names with spaces or commas between them; unknown names are left out. */
export function parseWords<Word extends string>(
  element: Element,
  name: string,
  known: readonly Word[],
): Word[] {
  const words = new Set((element.attributes[name] ?? "").split(/[\s,]+/));
  return known.filter((word) => words.has(word));
}
