import { methodOf } from "../attributes.ts";
import { textOf } from "../element.ts";
import { NEXT } from "../outcome.ts";
import { resolveUrl } from "../twiml-document.ts";
import type { Verb } from "../verb.ts";

/** Goes on with another document; an empty one asks for this one again. */
export const redirect: Verb = async (element, scope) => {
  const url = resolveUrl(textOf(element), scope.document) ?? scope.document.url;
  if (url === null) {
    scope.call.note("error", "Redirect", { errorCode: 11100, message: "there is no url to go to" });
    return NEXT;
  }
  return { type: "goto", request: { url, method: methodOf(element), params: {} } };
};
