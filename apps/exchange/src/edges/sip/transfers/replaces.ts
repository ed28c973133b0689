import type { SipHeaders } from "@linedesk/sip";

export interface DialogId {
  callId: string;
  localTag: string;
  remoteTag: string;
  /** Only a dialog without an answer may be replaced. */
  isEarlyOnly: boolean;
}

const MAX_LENGTH = 512;

export function parseReplaces(text: string): DialogId | null {
  if (text.length > MAX_LENGTH) {
    return null;
  }
  const [callId = "", ...parameters] = text.split(";").map((part) => part.trim());
  function readValues(name: string): string[] {
    return parameters
      .map((part) => part.split("=", 2))
      .filter(([key = ""]) => key.toLowerCase() === name)
      .map(([, value = ""]) => value);
  }
  const [toTags, fromTags] = [readValues("to-tag"), readValues("from-tag")];
  const [localTag = "", remoteTag = ""] = [toTags[0], fromTags[0]];
  const isWhole = /^\S+$/.test(callId) && localTag !== "" && remoteTag !== "";
  if (!isWhole || toTags.length > 1 || fromTags.length > 1) {
    return null;
  }
  return { callId, localTag, remoteTag, isEarlyOnly: readValues("early-only").length > 0 };
}

export function readReplaces(headers: SipHeaders): DialogId | "unreadable" | null {
  const [first, ...more] = headers.all("Replaces");
  if (first === undefined) {
    return null;
  }
  return (more.length > 0 ? null : parseReplaces(first)) ?? "unreadable";
}

export function readReplacesOfUri(uri: string): DialogId | "unreadable" | null {
  const query = uri.split("?").slice(1).join("?");
  const named = query.split("&").filter((pair) => /^replaces=/i.test(pair));
  const [first] = named;
  if (first === undefined) {
    return null;
  }
  if (named.length > 1) {
    return "unreadable";
  }
  try {
    return parseReplaces(decodeURIComponent(first.slice("replaces=".length))) ?? "unreadable";
  } catch (error) {
    if (error instanceof URIError) {
      return "unreadable";
    }
    throw error;
  }
}
