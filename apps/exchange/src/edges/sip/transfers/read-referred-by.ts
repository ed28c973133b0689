import {
  parseNameAddr,
  parseSipUri,
  renderNameAddr,
  renderSipUri,
  type SipHeaders,
} from "@linedesk/sip";

/** The limit in characters, the same as for the Refer-To. */
const MAX_REFERRER = 256;

/**
 * Returns the referrer (RFC 3892) for the third party: name and address, without parameters,
 * because these refer to a signature that is not forwarded. Returns `null` for an unreadable
 * header.
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
