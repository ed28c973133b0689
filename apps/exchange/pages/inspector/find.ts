import type { CallView } from "../../src/control/call-views.ts";

const texts = new WeakMap<object, string>();

/** Whether a thing holds every word that is looked for, wherever it stands in it. */
export function matchesSearch(thing: object, wanted: string): boolean {
  if (wanted === "") {
    return true;
  }
  const text = texts.get(thing) ?? JSON.stringify(thing).toLowerCase();
  texts.set(thing, text);
  return splitSearchTerms(wanted).every((word) => text.includes(word));
}

/** Of a call, what stands in the list: parties, status and sid. */
export function callMatchesSearch(call: CallView, wanted: string): boolean {
  const { sid, parentCallSid, from, to, status } = call;
  const text = [sid, parentCallSid, from, to, status].join(" ").toLowerCase();
  return splitSearchTerms(wanted).every((word) => text.includes(word));
}

function splitSearchTerms(wanted: string): string[] {
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
