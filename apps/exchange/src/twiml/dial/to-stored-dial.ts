import type { StoredDial } from "../../calls/live/stored-dial.ts";
import type { Element, TwimlDocument } from "../../calls/playback/twiml-document.ts";
import type { Callee } from "./ring-first.ts";

/** The passwords of a SIP host are not written to the disk. */
const SECRETS = new Set(["username", "password"]);

export function toStoredDial(
  dial: Element,
  { url, verbs }: TwimlDocument,
  callee: Callee | null = null,
): StoredDial {
  const at = verbs.indexOf(dial);
  const following = at === -1 ? [] : verbs.slice(at + 1);
  return {
    url,
    verbs: [dial, ...following].map((verb) => withoutSecrets(verb)),
    child: callee === null ? null : { sid: callee.call.sid, noun: withoutSecrets(callee.noun) },
  };
}

function withoutSecrets({ name, attributes, children }: Element): Element {
  return {
    name,
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(([key]) => name !== "Sip" || !SECRETS.has(key)),
    ),
    children: children.map((child) => (typeof child === "string" ? child : withoutSecrets(child))),
  };
}
