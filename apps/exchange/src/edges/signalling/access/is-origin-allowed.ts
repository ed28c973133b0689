const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns true when a browser page of this origin may open a socket. A program sends no origin and
 * is allowed: it has no cookies to abuse, and every client must show a token.
 */
export function isOriginAllowed(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined) {
    return true;
  }
  if (allowed.includes("*")) {
    return true;
  }
  if (allowed.length > 0) {
    return allowed.includes(origin);
  }
  return URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
}
