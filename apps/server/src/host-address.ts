import { isIPv6 } from "node:net";

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);

export const isEveryAddress = (host: string): boolean => host === "0.0.0.0" || host === "::";

/** A host as it stands in an address: IPv6 in brackets. */
export const hostInUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host);
