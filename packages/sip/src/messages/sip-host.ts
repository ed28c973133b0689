import type { SipTransport } from "./sip-address.ts";
import type { SipUri } from "./sip-uri.ts";

/** A configured far end; without a port it is resolved by DNS SRV, else at the default port. */
export interface SipHost {
  host: string;
  port: number | null;
}

/** Returns the transport that a URI asks for (RFC 3261 section 19.1.1); `sips:` asks for TLS. */
export function readTransport(uri: SipUri): SipTransport {
  const named = uri.parameters.get("transport")?.toLowerCase();
  if (uri.scheme === "sips" || named === "tls") {
    return "tls";
  }
  return named === "tcp" ? "tcp" : "udp";
}

/** Returns the host of a URI as the system's functions take it: IPv6 without its brackets. */
export function formatUriHost(uri: SipUri): string {
  return uri.host.replace(/^\[|\]$/g, "");
}

/** Writes `host` or `host:port`, with brackets around IPv6. */
export function formatHostPort({ host, port }: SipHost): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === null ? name : `${name}:${port}`;
}

/** Writes the URI parameter `;transport=...`; nothing for UDP, which is the default. */
export function transportParameter(transport: SipTransport | undefined): string {
  return transport === undefined || transport === "udp" ? "" : `;transport=${transport}`;
}
