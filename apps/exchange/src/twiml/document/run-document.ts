import { NEXT, type Outcome, type DocumentPurpose } from "../../calls/playback/outcome.ts";
import { logInvalidUrls } from "./log-invalid-urls.ts";
import { logUnexpectedChildren, logUnknownAttributes } from "./log-unknown-markup.ts";
import type { Verb, VerbScope } from "./verb.ts";

const SOUNDS = ["Play", "Say", "Pause"] as const;

const ALLOWED: Record<Exclude<DocumentPurpose, "program">, ReadonlySet<string>> = {
  queue: new Set([...SOUNDS, "Hangup", "Redirect", "Leave", "Gather"]),
  room: new Set([...SOUNDS, "Redirect"]),
  prompt: new Set(SOUNDS),
  hold: new Set([...SOUNDS, "Redirect"]),
  whisper: new Set([...SOUNDS, "Gather", "Redirect", "Hangup"]),
};

export type VerbTable = Readonly<Record<string, Verb>>;

/** Runs a document's verbs in order, up to its end or the first that leads elsewhere. */
export async function runDocument(scope: VerbScope, verbs: VerbTable): Promise<Outcome> {
  const { call, document } = scope;
  // Whatever goes wrong from here on is of this document, until the one around it goes on.
  const around = call.documentExchange;
  call.documentExchange = document.exchange ?? null;
  try {
    return await runVerbs(scope, verbs);
  } finally {
    call.documentExchange = around;
  }
}

async function runVerbs(scope: VerbScope, verbs: VerbTable): Promise<Outcome> {
  const { call, document, purpose: place, signal } = scope;
  if (document.hasStrayText === true) {
    const message = "there is text outside of verbs";
    call.addLogEntry("error", "Response", { errorCode: 12200, message });
  }
  for (const element of document.verbs) {
    signal.throwIfAborted();
    const verb = Object.hasOwn(verbs, element.name) ? verbs[element.name] : undefined;
    const isAllowed =
      place === "program" ? element.name !== "Leave" : ALLOWED[place].has(element.name);
    if (!verb || !isAllowed) {
      call.addLogEntry("error", element.name, {
        errorCode: 12200,
        message: verb ? "this verb is not allowed here" : "there is no such verb",
      });
      continue;
    }
    call.addLogEntry("verb.started", element.name);
    logUnknownAttributes(element, call);
    logUnexpectedChildren(element, call);
    logInvalidUrls(element, scope);
    const outcome = await verb(element, scope);
    call.addLogEntry("verb.ended", element.name);
    if (outcome.type !== "next") {
      return outcome;
    }
  }
  return NEXT;
}
