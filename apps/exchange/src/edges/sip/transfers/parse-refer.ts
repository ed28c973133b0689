import {
  type Incoming,
  type NameAddr,
  parseNameAddr,
  parseSipUri,
  type SipRequest,
  splitOutsideQuotes,
  forwardedHeaders,
} from "@linedesk/sip";
import { readReferredBy } from "./read-referred-by.ts";
import { type DialogId, readReplacesOfUri } from "./replaces.ts";

export type ParsedRefer =
  | { type: "refused"; status: number; message: string }
  | {
      type: "request";
      target: string;
      params: [name: string, value: string][];
      /** The Referred-By header value for the INVITE to the third party. */
      referredBy: string | null;
      replaces: DialogId | null;
      /** `Refer-Sub: false` (RFC 4488): the referrer wants no progress reports. */
      isQuiet: boolean;
    };

/** Twilio has the same limit. */
const MAX_TARGET = 256;

export function parseRefer(request: Incoming<SipRequest>): ParsedRefer {
  const { headers } = request;
  const targets = headers.all("Refer-To").flatMap((value) => splitOutsideQuotes(value, ","));
  const [target = ""] = targets;
  if (targets.length !== 1) {
    return refused(400, "a REFER must have exactly one Refer-To header");
  }
  if (headers.all("Referred-By").length > 1) {
    return refused(400, "a REFER must not have more than one Referred-By header");
  }
  if (target.length > MAX_TARGET) {
    return refused(400, "the Refer-To is longer than 256 characters");
  }
  const address = parseNameAddr(target);
  if (address === null) {
    return refused(400, "the Refer-To cannot be read");
  }
  if (!/^(?:sips?|tel):/i.test(address.uri)) {
    return refused(416, "the Refer-To must be a sip, sips or tel address");
  }
  const uri = parseSipUri(address.uri);
  if (uri === null) {
    return refused(400, "the Refer-To cannot be read");
  }
  if (methodIn(address) !== "INVITE") {
    return refused(403, "a transfer must use the method INVITE");
  }
  const replaces = readReplacesOfUri(address.uri);
  if (replaces === "unreadable") {
    return refused(400, "the Replaces cannot be read");
  }
  const isQuiet = headers.get("Refer-Sub")?.trim().toLowerCase() === "false";
  const params = forwardedHeaders(headers, "Referred-By");
  return {
    type: "request",
    target,
    params,
    referredBy: readReferredBy(headers),
    replaces,
    isQuiet,
  };
}

/**
 * Returns the `method` parameter of the URI. If the address has no brackets, the parser reads the
 * parameter as a parameter of the header.
 */
function methodIn({ uri, parameters }: NameAddr): string {
  const method = parseSipUri(uri)?.parameters.get("method") ?? parameters.get("method");
  return method?.toUpperCase() ?? "INVITE";
}

function refused(status: number, message: string): ParsedRefer {
  return { type: "refused", status, message };
}
