import { networkInterfaces } from "node:os";

export function isAnyAddress(address: string): boolean {
  return address === "0.0.0.0" || address === "::";
}

/**
 * Returns the address to signal for a bound socket: an advertised address, otherwise the bound
 * address, but never an "any" address.
 */
export function signalledAddress(bound: string, advertise: readonly string[]): string {
  const [advertised] = advertise;
  if (advertised !== undefined) {
    return advertised;
  }
  if (!isAnyAddress(bound)) {
    return bound;
  }
  const family = bound.includes(":") ? "IPv6" : "IPv4";
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.find((one) => one.family === family && !one.internal);
  return outside?.address ?? (family === "IPv4" ? "127.0.0.1" : "::1");
}
