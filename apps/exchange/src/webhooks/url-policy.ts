export type UrlVerdict = { allowed: true } | { allowed: false; reason: string };

/** Says where documents, sounds and callbacks may come from. */
export type UrlPolicy = (url: string) => UrlVerdict;

/**
 * Only http and https, only the hosts given: `host` for any port, `host:port` for one, `*` for
 * all. The list is what keeps a REST user from making the exchange ask inner hosts.
 */
export function createUrlPolicy(allowedHosts: readonly string[]): UrlPolicy {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return (text) => {
    if (!URL.canParse(text)) return { allowed: false, reason: "is not an absolute url" };
    const url = new URL(text);
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      return { allowed: false, reason: "is neither http nor https" };
    }
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    const isListed =
      allowed.has("*") || allowed.has(url.hostname) || allowed.has(`${url.hostname}:${port}`);
    return isListed ? { allowed: true } : { allowed: false, reason: "is not on an allowed host" };
  };
}
