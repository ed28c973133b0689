import { networkInterfaces } from "node:os";

const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);

/**
 * An IPv4 address of this machine for tests of the relay, which relays nothing to loopback; `null`
 * on a machine without a network.
 */
export const outerAddress =
  own.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? null;

/** Many containers have no IPv6. */
export const hasIpv6Loopback = own.some(({ address }) => address === "::1");

/** Throws without a network: loopback addresses cannot be relayed. */
export function requireOuterAddress(): string {
  if (outerAddress === null) {
    throw new Error("This test needs an IPv4 address beside loopback: connect the machine.");
  }
  return outerAddress;
}
