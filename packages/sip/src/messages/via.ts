import { isReliable, type SipAddress } from "./sip-address.ts";
import { parseHostAndPort } from "./sip-uri.ts";
import { parseParameters, renderParameters } from "./split-outside-quotes.ts";

/** One hop of a message (RFC 3261 section 20.42). A `port` of `null` means the default, 5060. */
export interface Via {
  transport: string;
  host: string;
  port: number | null;
  parameters: Map<string, string>;
}

export const BRANCH_COOKIE = "z9hG4bK";
export const DEFAULT_SIP_PORT = 5060;

const MAX_VIA_LENGTH = 2048;

export function parseVia(text: string): Via | null {
  if (text.length > MAX_VIA_LENGTH) {
    return null;
  }
  const match = /^SIP\s*\/\s*2\.0\s*\/\s*([A-Za-z0-9.!%*_+`'~-]+)\s+([^\s;][^;]*)(;.*)?$/is.exec(
    text.trim(),
  );
  const sentBy = parseHostAndPort(joinPort(match?.[2] ?? ""));
  if (match === null || sentBy === null) {
    return null;
  }
  return {
    transport: (match[1] ?? "").toUpperCase(),
    ...sentBy,
    parameters: parseParameters(match[3] ?? ""),
  };
}

/** The colon of a port may have blanks around it (RFC 3261 section 25.1, COLON). */
function joinPort(sentBy: string): string {
  const colon = sentBy.lastIndexOf(":");
  const port = sentBy.slice(colon + 1).trim();
  return colon >= 0 && /^\d+$/.test(port) ? `${sentBy.slice(0, colon).trimEnd()}:${port}` : sentBy;
}

export function renderVia(via: Via): string {
  const port = via.port === null ? "" : `:${via.port}`;
  return `SIP/2.0/${via.transport} ${via.host}${port}${renderParameters(via.parameters)}`;
}

/**
 * Adds the source of the request to its top hop: `received`, and `rport` if requested (RFC 3581).
 */
export function stampVia(via: Via, source: SipAddress): Via {
  const parameters = new Map(via.parameters);
  parameters.set("received", source.address);
  if (parameters.has("rport")) {
    parameters.set("rport", String(source.port));
  }
  return { ...via, parameters };
}

/**
 * Returns the target of answers: the source address of the request. If `rport` is present, the
 * source port applies too.
 */
export function responseTarget(via: Via, source: SipAddress): SipAddress {
  // Answers use the connection of the request (RFC 3261 section 18.2.2).
  if (isReliable(source)) {
    return source;
  }
  const port = via.parameters.has("rport") ? source.port : (via.port ?? DEFAULT_SIP_PORT);
  return { address: source.address, port };
}
