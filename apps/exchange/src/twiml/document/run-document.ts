import { TWILIO_CODES } from "@linedesk/base";
import { type DocumentPurpose, NEXT, type Outcome } from "../../calls/playback/outcome.ts";
import { logInvalidUrls } from "./log-invalid-urls.ts";
import { logUnknownMarkup } from "./log-unknown-markup.ts";
import type { DocumentScope } from "./verb.ts";

export async function runDocument(
  scope: DocumentScope,
  purpose: DocumentPurpose,
): Promise<Outcome> {
  const { call, document } = scope;
  // From here on errors belong to this document, until the outer document continues.
  const around = call.documentExchange;
  call.documentExchange = document.exchange ?? null;
  try {
    return await runVerbs(scope, purpose);
  } finally {
    call.documentExchange = around;
  }
}

async function runVerbs(scope: DocumentScope, purpose: DocumentPurpose): Promise<Outcome> {
  const { call, document, signal, verbs } = scope;
  if (document.hasStrayText === true) {
    const message = "there is text outside of verbs";
    call.logError("Response", { errorCode: TWILIO_CODES.TWIML_WARNING, message });
  }
  for (const element of document.verbs) {
    signal.throwIfAborted();
    const verb = verbs.byName.get(element.name);
    if (!verb?.purposes.includes(purpose)) {
      call.logError(element.name, {
        errorCode: TWILIO_CODES.TWIML_WARNING,
        message: verb ? "this verb is not allowed here" : "there is no such verb",
      });
      continue;
    }
    logUnknownMarkup(element, verb, call);
    logInvalidUrls(element, verb, scope);
    const outcome = await scope.services.marker.run(call.sid, () => verb.run(element, scope));
    if (outcome.type !== "next") {
      return outcome;
    }
  }
  return NEXT;
}
