/** One completed change of page. */
export interface PageView {
  /** As the address bar has it, without the search part: a filter is no other page. */
  path: string;
  /** The page before; `null` on the first. */
  from: string | null;
}

interface ResolvedChange {
  toLocation: { pathname: string };
}

/** The part of the router that this needs; it tells of a change only when it is complete. */
export interface RouteChanges {
  subscribe: (event: "onResolved", listener: (change: ResolvedChange) => void) => () => void;
}

/** Sends one page view for each completed route change, and none for one given up [SH3]. */
export function watchPageViews(changes: RouteChanges, send: (view: PageView) => void): () => void {
  let last: string | null = null;
  return changes.subscribe("onResolved", ({ toLocation }) => {
    const path = toLocation.pathname;
    if (path === last) {
      return;
    }
    send({ path, from: last });
    last = path;
  });
}

/** What analytics listen for: an event of the page, so that none of them is in the first load. */
export const PAGE_VIEW_EVENT = "linedesk:page-view";

export function announcePageView(page: EventTarget) {
  return (view: PageView): void => {
    page.dispatchEvent(new CustomEvent<PageView>(PAGE_VIEW_EVENT, { detail: view }));
  };
}
