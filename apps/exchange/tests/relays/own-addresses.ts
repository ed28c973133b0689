import { networkInterfaces } from "node:os";

const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);

/**
 * An address of this machine by which others reach it, for a relay goes to no loopback; some have
 * none.
 */
export const outerAddress =
  own.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? null;

/** Many a container has no IPv6 at all. */
export const hasIpv6Loopback = own.some(({ address }) => address === "::1");

/** Throws where this machine has no network: nothing can be relayed between loopback addresses. */
export function requireOuterAddress(): string {
  if (outerAddress === null) {
    throw new Error("This test needs an IPv4 address beside loopback: connect the machine.");
  }
  return outerAddress;
}
