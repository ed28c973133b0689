import { isPrivateAddress } from "./is-private-address.ts";

const NOT_LISTED = "is not on an allowed host; WEBHOOK_HOSTS names the allowed hosts";

export type UrlVerdict = { allowed: true } | { allowed: false; reason: string };

/** Decides whether a URL may be used for a document, a sound or a callback. */
export type UrlPolicy = (url: string) => UrlVerdict;

/**
 * Allows only http and https, and only the given hosts: `host` for any port, `host:port` for one,
 * `*` for all. With this list, REST users cannot make the exchange send requests to internal hosts.
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
    return isListed ? { allowed: true } : { allowed: false, reason: NOT_LISTED };
  };
}

/**
 * Decides about an IP address for a URL. A private address is allowed only if the list contains its
 * host. `*` allows public addresses only, because the owner of a public name can resolve it to a
 * private address (DNS rebinding).
 */
export function createAddressPolicy(
  allowedHosts: readonly string[],
): (url: URL, address: string) => boolean {
  const allowed = hostList(allowedHosts);
  return (url, address) => !isPrivateAddress(address) || isNamed(allowed, url);
}

/**
 * Returns the stricter policy for URLs of unknown senders. A private address is allowed only if the
 * list contains the exact `host:port`, because an entry `host` would allow each of its ports.
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
