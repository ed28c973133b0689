import { parseParameters, renderParameters } from "./split-outside-quotes.ts";

/** A `sip:`, `sips:` or `tel:` URI (RFC 3261 section 19.1, RFC 3966); `tel:` has no host. */
export interface SipUri {
  scheme: "sip" | "sips" | "tel";
  user: string;
  host: string;
  port: number | null;
  parameters: Map<string, string>;
}

const hostPattern = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9.])?)$/;

/** Returns `null` for other text. Passwords and `?headers` are ignored. */
export function parseSipUri(text: string): SipUri | null {
  const match = /^(sips?|tel):(.+)$/is.exec(text.trim());
  const scheme = match?.[1]?.toLowerCase();
  const rest = match?.[2]?.split("?")[0] ?? "";
  if (scheme === "tel") {
    return parseTel(rest);
  }
  if (scheme !== "sip" && scheme !== "sips") {
    return null;
  }
  const at = rest.lastIndexOf("@");
  const user = decodeUser(at < 0 ? "" : (rest.slice(0, at).split(":")[0] ?? ""));
  const [hostAndPort = "", ...parameters] = rest.slice(at + 1).split(";");
  const host = parseHostAndPort(hostAndPort);
  if (user === null || host === null) {
    return null;
  }
  return { scheme, user, ...host, parameters: parseParameters(parameters.join(";")) };
}

function parseTel(text: string): SipUri | null {
  const [number = "", ...parameters] = text.split(";");
  if (!/^\+?[0-9A-Da-d*#().\- ]+$/.test(number)) {
    return null;
  }
  const map = parseParameters(parameters.join(";"));
  return { scheme: "tel", user: number, host: "", port: null, parameters: map };
}

/** Parses `host`, `host:port`, `[v6]` or `[v6]:port`; returns `null` for other text. */
export function parseHostAndPort(text: string): { host: string; port: number | null } | null {
  const match = /^(\[[^\]]*\]|[^:]*)(?::([0-9]{1,5}))?$/.exec(text.trim());
  const host = match?.[1] ?? "";
  if (match === null || !hostPattern.test(host) || host.length > 255) {
    return null;
  }
  const port = match[2] === undefined ? null : Number(match[2]);
  if (port !== null && (port === 0 || port > 65_535)) {
    return null;
  }
  return { host, port };
}

function decodeUser(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) {
      return null;
    }
    throw error;
  }
}

/** Writes a URI without its headers (RFC 3261 section 19.1.1). */
export function renderSipUri(uri: SipUri): string {
  if (uri.scheme === "tel") {
    return `tel:${uri.user}${renderParameters(uri.parameters)}`;
  }
  const user = uri.user === "" ? "" : `${encodeUser(uri.user)}@`;
  const port = uri.port === null ? "" : `:${uri.port}`;
  return `${uri.scheme}:${user}${uri.host}${port}${renderParameters(uri.parameters)}`;
}

/** Escapes all characters that RFC 3261 does not allow in a user part. */
export function encodeUser(user: string): string {
  return wellFormed(user).replace(/[^A-Za-z0-9\-_.!~*'()&=+$,;?/]/gu, (character) =>
    encodeURIComponent(character),
  );
}

/** Replaces each lone surrogate, because UTF-8 cannot encode it. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
