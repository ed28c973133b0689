import { isIPv6 } from "node:net";

import { isLoopback } from "@linedesk/base";

export { isLoopback };

export function isUnspecifiedAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** Returns a host in URL syntax, with IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Returns true when traffic to this URL cannot be read or changed: by TLS or loopback. */
export function isSecureOrLoopback(url: string): boolean {
  if (!URL.canParse(url)) {
    return false;
  }
  const { protocol, hostname } = new URL(url);
  const isHere = isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));
  return protocol === "https:" || (protocol === "http:" && isHere);
}
