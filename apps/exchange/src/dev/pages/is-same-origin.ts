import type { IncomingHttpHeaders } from "node:http";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a page of this very server asks, or a person who typed its address. Another site's page
 * sends its own origin; one that has given this machine a name of its own (DNS rebinding) sends
 * that name as host.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, isLoopbackOnly: boolean): boolean {
  const { host = "", origin } = headers;
  if (isLoopbackOnly && !LOOPBACK.has(parseHostName(host))) {
    return false;
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    return false;
  }
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/**
 * A link on another page of this machine leads here; a link carries no origin and reads nothing.
 */
export function isPageVisit(headers: IncomingHttpHeaders, isLoopbackOnly: boolean): boolean {
  const isNavigation = headers["sec-fetch-mode"] === "navigate";
  if (!isNavigation) {
    return isSameOrigin(headers, isLoopbackOnly);
  }
  return !isLoopbackOnly || LOOPBACK.has(parseHostName(headers.host ?? ""));
}

function parseHostName(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
}
