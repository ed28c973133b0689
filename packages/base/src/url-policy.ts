import { isPrivateAddress } from "./is-private-address.ts";

export type UrlVerdict = { allowed: true } | { allowed: false; reason: string };

/** Says where documents, sounds and callbacks may come from. */
export type UrlPolicy = (url: string) => UrlVerdict;

/**
 * Only http and https, only the hosts given: `host` for any port, `host:port` for one, `*` for
 * all. The list is what keeps a REST user from making the exchange ask inner hosts.
 */
export function createUrlPolicy(allowedHosts: readonly string[]): UrlPolicy {
  const allowed = hostList(allowedHosts);
  return (text) => {
    if (!URL.canParse(text)) {
      return { allowed: false, reason: "is not an absolute url" };
    }
    const url = new URL(text);
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      return { allowed: false, reason: "is neither http nor https" };
    }
    const isListed = allowed.has("*") || isNamed(allowed, url);
    return isListed ? { allowed: true } : { allowed: false, reason: "is not on an allowed host" };
  };
}

/**
 * May this IP address be connected to for a URL? One inside a network only for a host that the list
 * names: `*` means the world, and a name in the world may be made to stand for an inner address.
 */
export function createAddressPolicy(
  allowedHosts: readonly string[],
): (url: URL, address: string) => boolean {
  const allowed = hostList(allowedHosts);
  return (url, address) => !isPrivateAddress(address) || isNamed(allowed, url);
}

/**
 * The same for what strangers to the configuration name: an address inside a network only at the
 * very `host:port` that the list has. A host alone would let them try every port of it.
 */
export function createPortPolicy(
  allowedHosts: readonly string[],
): (url: URL, address: string) => boolean {
  const allowed = hostList(allowedHosts);
  return (url, address) => !isPrivateAddress(address) || allowed.has(withPort(url));
}

function hostList(hosts: readonly string[]): ReadonlySet<string> {
  return new Set(hosts.map((host) => host.toLowerCase()));
}

function isNamed(allowed: ReadonlySet<string>, url: URL): boolean {
  return allowed.has(url.hostname) || allowed.has(withPort(url));
}

function withPort({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}
