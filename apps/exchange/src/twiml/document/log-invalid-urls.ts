import { TWILIO_CODES } from "@linedesk/base";
import type { Element } from "../../calls/playback/twiml-document.ts";
import { resolveUrl } from "./fetch-document.ts";
import type { Noun, VerbScope } from "./verb.ts";

const NO_URL = TWILIO_CODES.INVALID_URL;

/**
 * Logs each invalid url of an element. Such a url counts as absent. A url in an unknown attribute
 * is logged here too, in addition to its error 12200.
 */
export function logInvalidUrls(
  element: Element,
  noun: Noun | undefined,
  { call, document, verbs }: VerbScope,
): void {
  for (const name of new Set([...(noun?.urls ?? []), ...verbs.urls])) {
    const text = element.attributes[name]?.trim() ?? "";
    if (text === "" || resolveUrl(text, document) !== null) {
      continue;
    }
    const message = `the ${name} is not ${document.url === null ? "an absolute" : "a"} URL`;
    call.logError(element.name, { errorCode: NO_URL, message });
  }
}
