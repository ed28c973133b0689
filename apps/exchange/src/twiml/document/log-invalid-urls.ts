import type { Element } from "../../calls/playback/twiml-document.ts";
import { resolveUrl } from "./fetch-document.ts";
import type { VerbScope } from "./verb.ts";

const NO_URL = 11100;
const NAMES = [
  "action",
  "url",
  "waitUrl",
  "referUrl",
  "statusCallback",
  "recordingStatusCallback",
  "partialResultCallback",
  "amdStatusCallback",
];

/** Notes each address of an element that cannot be read; it is as if none stood there. */
export function logInvalidUrls(element: Element, { call, document }: VerbScope): void {
  for (const name of NAMES) {
    const text = element.attributes[name]?.trim() ?? "";
    if (text === "" || resolveUrl(text, document) !== null) {
      continue;
    }
    const message = `the ${name} is no URL${document.url === null ? " that stands alone" : ""}`;
    call.addLogEntry("error", element.name, { errorCode: NO_URL, message });
  }
}
