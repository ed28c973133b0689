import { NEXT } from "../../calls/playback/outcome.ts";
import { methodOf } from "../document/attributes.ts";
import { textOf } from "../document/element.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import type { Verb } from "../document/verb.ts";

/** Goes on with another document; an empty one asks for this one again. */
export const redirect: Verb = async (element, scope) => {
  const url = resolveUrl(textOf(element), scope.document) ?? scope.document.url;
  if (url === null) {
    scope.call.note("error", "Redirect", { errorCode: 11100, message: "there is no url to go to" });
    return NEXT;
  }
  return { type: "goto", request: { url, method: methodOf(element), params: {} } };
};
