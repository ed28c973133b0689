import { TWILIO_CODES } from "@linedesk/base";
import { NEXT } from "../../calls/playback/outcome.ts";
import { parseMethod } from "../document/attributes.ts";
import { readText } from "../document/element.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import { defineVerb } from "../document/verb.ts";

export const redirect = defineVerb({
  name: "Redirect",
  attributes: ["method"],
  urls: [],
  children: [],
  purposes: ["program", "queue", "room", "hold"],
  async run(element, scope) {
    const url = resolveUrl(readText(element), scope.document) ?? scope.document.url;
    if (url === null) {
      scope.call.logError("Redirect", {
        errorCode: TWILIO_CODES.INVALID_URL,
        message: "the verb has no URL",
      });
      return NEXT;
    }
    return { type: "goto", request: { url, method: parseMethod(element), params: {} } };
  },
});
