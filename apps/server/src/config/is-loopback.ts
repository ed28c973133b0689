import { isIPv6 } from "node:net";

import { isLoopback } from "@linedesk/base";

export { isLoopback };

export function isUnspecifiedAddress(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** A host as it stands in an address: IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Whether what is said to this address can be read or changed on its way: not by TLS, nor here. */
export function isSecureOrLoopback(url: string): boolean {
  if (!URL.canParse(url)) {
    return false;
  }
  const { protocol, hostname } = new URL(url);
  const isHere = isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));
  return protocol === "https:" || (protocol === "http:" && isHere);
}
