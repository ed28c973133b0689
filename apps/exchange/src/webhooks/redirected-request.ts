import type { HttpReply } from "./http-sender.ts";
import type { WebhookRequest } from "./webhook-request.ts";

/** As a POST that is sent on by them comes back to whoever wrote a form: by GET, without it. */
const STATUSES_BY_GET: ReadonlySet<number> = new Set([301, 302, 303]);
const STATUSES_UNCHANGED: ReadonlySet<number> = new Set([307, 308]);

/** The request that a reply sends on; null where it does not. Its url is "" where that is none. */
export function redirectedRequest(
  request: WebhookRequest,
  { status, location }: HttpReply,
): WebhookRequest | null {
  const { method, url, isCallback: isTelling = false } = request;
  const isByGet = STATUSES_BY_GET.has(status);
  if (location === undefined || !(isByGet || STATUSES_UNCHANGED.has(status))) {
    return null;
  }
  // It would tell nothing by GET, and be taken for told.
  if (isByGet && isTelling && method === "POST") {
    return null;
  }
  const next = { ...request, url: redirectedUrl(url, location) };
  // What a GET asked with stood in its url, which is another now.
  return isByGet || method === "GET" ? { ...next, method: "GET", params: {} } : next;
}

/** The same application is told the user and the password again, and no other. */
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
