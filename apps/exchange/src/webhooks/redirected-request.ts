import type { HttpReply } from "./http-sender.ts";
import type { WebhookRequest } from "./webhook-request.ts";

/** With these statuses a POST becomes a GET without its form, as in browsers. */
const STATUSES_BY_GET: ReadonlySet<number> = new Set([301, 302, 303]);
const STATUSES_UNCHANGED: ReadonlySet<number> = new Set([307, 308]);

/**
 * Returns the redirected request, or `null` if the reply is no redirect to follow. An invalid
 * target gives an empty URL.
 */
export function redirectedRequest(
  request: WebhookRequest,
  { status, location }: HttpReply,
): WebhookRequest | null {
  const { method, url, isCallback: isTelling = false } = request;
  const isByGet = STATUSES_BY_GET.has(status);
  if (location === undefined || !(isByGet || STATUSES_UNCHANGED.has(status))) {
    return null;
  }
  // A GET would contain no event, and the callback would nevertheless count as delivered.
  if (isByGet && isTelling && method === "POST") {
    return null;
  }
  const next = { ...request, url: redirectedUrl(url, location) };
  // The parameters of a GET are in its url, which the redirect replaces.
  return isByGet || method === "GET" ? { ...next, method: "GET", params: {} } : next;
}

/** Only the same origin receives the user and the password again. */
function redirectedUrl(from: string, location: string): string {
  if (!URL.canParse(location, from)) {
    return "";
  }
  const [before, next] = [new URL(from), new URL(location, from)];
  next.hash = "";
  if (next.origin === before.origin && next.username === "" && next.password === "") {
    next.username = before.username;
    next.password = before.password;
  }
  return next.href;
}
