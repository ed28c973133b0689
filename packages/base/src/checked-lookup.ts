import { lookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";

/**
 * Decides whether a connection to this IP address is allowed for the URL. The check runs in the
 * look-up of the connection itself, so the host name cannot resolve to another address after the
 * check.
 */
export type AddressPolicy = (url: URL, address: string) => boolean;

/** Returns all addresses of a host name, with the signature of `dns.lookup`. */
export type AddressLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: Error | null, found: LookupAddress[]) => void,
) => void;

export interface AddressCheck {
  isAllowed: (address: string) => boolean;
  refusal: () => Error;
  dns?: AddressLookup;
}

/**
 * Returns a `lookup` for `net.connect`. It fails if the host name has an address that is not
 * allowed.
 */
export function checkedLookup({ isAllowed, refusal, dns = lookup }: AddressCheck): LookupFunction {
  return (hostname, options, callback) => {
    dns(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) {
        callback(error ?? new Error("The host name resolves to no address"), "", 0);
      } else if (!found.every(({ address }) => isAllowed(address))) {
        callback(refusal(), "", 0);
      } else if (options.all === true) {
        callback(null, found);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/** Returns the IP address in a URL; `null` when the URL has a host name. */
export function readIpLiteral(url: URL): string | null {
  // A URL writes IPv6 in brackets.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? null : host;
}
