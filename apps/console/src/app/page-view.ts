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

/** Sends one page view for each completed route change, and none for a cancelled one. */
export function watchPageViews(changes: RouteChanges, send: (view: PageView) => void): () => void {
  let last: { href: string; path: string } | null = null;
  return changes.subscribe("onResolved", ({ toLocation: { href } }) => {
    if (href === last?.href) {
      return;
    }
    const path = withoutTypedWords(href);
    send({ path, from: last?.path ?? null });
    last = { href, path };
  });
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
