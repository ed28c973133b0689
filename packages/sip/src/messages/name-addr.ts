import { wellFormed } from "./sip-uri.ts";
import { parseParameters, renderParameters } from "./split-outside-quotes.ts";

/** From, To, Contact, Route and similar: `"Display" <uri>;params` or `uri;params`. */
export interface NameAddr {
  displayName: string | null;
  uri: string;
  parameters: Map<string, string>;
}

/** Returns `null` without a URI, or when the brackets do not close. */
export function parseNameAddr(text: string): NameAddr | null {
  const trimmed = text.trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"\s*(?=<)/s.exec(trimmed);
  const rest = quoted === null ? trimmed : trimmed.slice(quoted[0].length);
  const open = rest.indexOf("<");
  if (open < 0) {
    return parseBare(rest);
  }
  const close = rest.indexOf(">", open);
  const uri = rest.slice(open + 1, close).trim();
  if (close < 0 || !looksLikeUri(uri)) {
    return null;
  }
  const name = quoted === null ? rest.slice(0, open) : (quoted[1] ?? "").replace(/\\(.)/gs, "$1");
  if (quoted === null && name.includes('"')) {
    return null;
  }
  const displayName = name.trim() === "" ? null : name.trim();
  return { displayName, uri, parameters: parseParameters(rest.slice(close + 1)) };
}

/** Without brackets, parameters belong to the header and not to the URI (RFC 3261 section 20). */
function parseBare(text: string): NameAddr | null {
  const [uri = "", ...parameters] = text.split(";");
  if (!looksLikeUri(uri.trim())) {
    return null;
  }
  return {
    displayName: null,
    uri: uri.trim(),
    parameters: parseParameters(parameters.join(";")),
  };
}

function looksLikeUri(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"]+$/.test(text);
}

/** Writes a `name-addr` with its parameters (RFC 3261 section 20.10). */
export function renderNameAddr(address: NameAddr): string {
  const name = address.displayName === null ? "" : `${quoteName(address.displayName)} `;
  return `${name}<${address.uri}>${renderParameters(address.parameters)}`;
}

/** Quotes a display name. Line breaks and control characters become blanks. */
function quoteName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- the pattern must match control characters
  const printable = wellFormed(name).replace(/[\u0000-\u001f\u007f]+/g, " ");
  return `"${printable.replace(/["\\]/g, "\\$&")}"`;
}
