import type { SipTransport, SipHost } from "./sip-address.ts";
import type { SipUri } from "./sip-uri.ts";

export function readTransport(uri: SipUri): SipTransport {
  const named = uri.parameters.get("transport")?.toLowerCase();
  if (uri.scheme === "sips" || named === "tls") {
    return "tls";
  }
  return named === "tcp" ? "tcp" : "udp";
}

export function formatUriHost(uri: SipUri): string {
  return uri.host.replace(/^\[|\]$/g, "");
}

export function formatHostPort({ host, port }: SipHost): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === null ? name : `${name}:${port}`;
}

export function transportParameter(transport: SipTransport | undefined): string {
  return transport === undefined || transport === "udp" ? "" : `;transport=${transport}`;
}
