import type { SipTransport } from "./sip-address.ts";
import type { SipUri } from "./sip-uri.ts";

/**
 * A configured far end. Without a port, the port comes from DNS SRV, or else it is the default
 * port.
 */
export interface SipHost {
  host: string;
  port: number | null;
}

/** Returns the transport that a URI requests (RFC 3261 section 19.1.1); `sips:` requests TLS. */
export function readTransport(uri: SipUri): SipTransport {
  const named = uri.parameters.get("transport")?.toLowerCase();
  if (uri.scheme === "sips" || named === "tls") {
    return "tls";
  }
  return named === "tcp" ? "tcp" : "udp";
}

/** Returns the host of a URI in the form of the system's functions: IPv6 without brackets. */
export function formatUriHost(uri: SipUri): string {
  return uri.host.replace(/^\[|\]$/g, "");
}

/** Writes `host` or `host:port`, with brackets around IPv6. */
export function formatHostPort({ host, port }: SipHost): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === null ? name : `${name}:${port}`;
}

/** Writes the URI parameter `;transport=...`, or nothing for UDP, which is the default. */
export function transportParameter(transport: SipTransport | undefined): string {
  return transport === undefined || transport === "udp" ? "" : `;transport=${transport}`;
}
