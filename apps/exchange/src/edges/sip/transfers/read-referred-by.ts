import {
  parseNameAddr,
  parseSipUri,
  renderNameAddr,
  renderSipUri,
  type SipHeaders,
} from "@linedesk/sip";

/** The same as of whom they refer to. */
const MAX_REFERRER = 256;

/**
 * Who refers (RFC 3892), as the next is told it: a name and an address, written anew. What stands
 * beside them points at a signature that does not go along. Null where it cannot be read.
 */
export function readReferredBy(headers: SipHeaders): string | null {
  const address = parseNameAddr(headers.get("Referred-By") ?? "");
  const uri = address === null ? null : parseSipUri(address.uri);
  if (address === null || uri === null || /\p{Cc}/u.test(address.uri)) {
    return null;
  }
  const { displayName } = address;
  const text = renderNameAddr({ displayName, uri: renderSipUri(uri), parameters: new Map() });
  return text.length <= MAX_REFERRER ? text : null;
}
