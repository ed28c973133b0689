import { lookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";

/**
 * May this IP address be connected to for that URL? Asked with what the name stands for at the
 * moment of connecting, so that a name cannot point elsewhere once it has been allowed.
 */
export type AddressPolicy = (url: URL, address: string) => boolean;

/** All addresses of a name, as `dns.lookup` tells them. */
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

/** Returns a `lookup` for `net.connect` that yields only checked addresses; else it fails. */
export function checkedLookup({ isAllowed, refusal, dns = lookup }: AddressCheck): LookupFunction {
  return (hostname, options, callback) => {
    dns(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) {
        callback(error ?? new Error("The name stands for no address"), "", 0);
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

/** Returns the IP address that a URL holds itself; null where it holds a name. */
export function readIpLiteral(url: URL): string | null {
  // A URL writes IPv6 in brackets.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? null : host;
}
