import { NEXT, type Outcome, type Place } from "../../calls/playback/outcome.ts";
import { noteForeignChildren, noteUnknownAttributes } from "./known-words.ts";
import { noteUrls } from "./note-urls.ts";
import type { Verb, VerbScope } from "./verb.ts";

const SOUNDS = ["Play", "Say", "Pause"] as const;

const ALLOWED: Record<Exclude<Place, "program">, ReadonlySet<string>> = {
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
  const around = call.reading;
  call.reading = document.exchange ?? null;
  try {
    return await runVerbs(scope, verbs);
  } finally {
    call.reading = around;
  }
}

async function runVerbs(scope: VerbScope, verbs: VerbTable): Promise<Outcome> {
  const { call, document, place, signal } = scope;
  if (document.hasStrayText === true) {
    const message = "there is text outside of verbs";
    call.note("error", "Response", { errorCode: 12200, message });
  }
  for (const element of document.verbs) {
    signal.throwIfAborted();
    const verb = Object.hasOwn(verbs, element.name) ? verbs[element.name] : undefined;
    const isAllowed =
      place === "program" ? element.name !== "Leave" : ALLOWED[place].has(element.name);
    if (!verb || !isAllowed) {
      call.note("error", element.name, {
        errorCode: 12200,
        message: verb ? "this verb is not allowed here" : "there is no such verb",
      });
      continue;
    }
    call.note("verb.started", element.name);
    noteUnknownAttributes(element, call);
    noteForeignChildren(element, call);
    noteUrls(element, scope);
    const outcome = await verb(element, scope);
    call.note("verb.ended", element.name);
    if (outcome.type !== "next") {
      return outcome;
    }
  }
  return NEXT;
}
