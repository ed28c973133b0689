export interface PageView {
  path: string;
  /** The previous page, or `null` on the first. */
  from: string | null;
}

interface ResolvedChange {
  toLocation: { href: string };
}

/**
 * The part of the router that is used here; it reports a change only when the change is complete.
 */
export interface RouteChanges {
  subscribe: (event: "onResolved", listener: (change: ResolvedChange) => void) => () => void;
}

/** These pages redirect to a station, unless the person has none. */
const LEADS_ON = ["/", "/chat"];
/** A page that has not redirected after this time counts as a view. */
const STAYS_AFTER_MS = 10_000;

interface PageViewDeps {
  send: (view: PageView) => void;
  schedule: (run: () => void, ms: number) => () => void;
}

/**
 * Sends one page view for each completed route change, and none for a cancelled one. A page that
 * redirects to another page counts as one change with that page.
 */
export function watchPageViews(changes: RouteChanges, { send, schedule }: PageViewDeps) {
  let last: { href: string; path: string } | null = null;
  let cancel: () => void = () => undefined;
  function sendView(href: string): void {
    const path = withoutTypedWords(href);
    send({ path, from: last?.path ?? null });
    last = { href, path };
  }
  const stop = changes.subscribe("onResolved", ({ toLocation: { href } }) => {
    cancel();
    if (href === last?.href) {
      return;
    }
    if (LEADS_ON.includes(withoutTypedWords(href))) {
      cancel = schedule(() => sendView(href), STAYS_AFTER_MS);
    } else {
      sendView(href);
    }
  });
  return () => {
    cancel();
    stop();
  };
}

/** The search parameters with typed text, or with the id of a caller. */
const PERSONAL = ["find", "caller"];

function withoutTypedWords(href: string): string {
  const [path = "", query = ""] = href.split("#", 1)[0]?.split("?", 2) ?? [];
  const search = new URLSearchParams(query);
  for (const name of PERSONAL) {
    search.delete(name);
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
