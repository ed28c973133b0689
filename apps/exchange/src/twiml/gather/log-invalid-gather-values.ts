import type { LiveCall } from "../../calls/live/live-call.ts";
import type { Element } from "../../calls/playback/twiml-document.ts";

const WHOLE = /^\s*[1-9]\d{0,8}\s*$/;

/** By Twilio's numbers, and by the one for what is not known where it has none. */
const VALUES = [
  { name: "input", code: 12200, form: /^\s*(?:dtmf|speech)(?:[\s,]+(?:dtmf|speech))?\s*$/ },
  { name: "timeout", code: 13313, form: /^\s*(?:[1-9]\d{0,8}|auto)\s*$/ },
  { name: "numDigits", code: 13314, form: WHOLE },
  { name: "finishOnKey", code: 13310, form: /^[\d*#]*$/ },
] as const;

/** Values of a `<Gather>` for keys that cannot be read are noted. */
export function logInvalidGatherValues(element: Element, call: LiveCall): void {
  for (const { name, code, form } of VALUES) {
    const value = element.attributes[name];
    if (value === undefined || form.test(value)) {
      continue;
    }
    const message = `Gather: the value of ${name} cannot be used`;
    call.addLogEntry("error", "Gather", { errorCode: code, message });
  }
}
