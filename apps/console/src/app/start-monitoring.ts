import type { EarlyEvents } from "./early-events.ts";
import type { RouteChanges } from "./page-view.ts";

/** Loads the monitoring after the first paint, if the page names sinks for it. */
export function startMonitoring(page: Window, routes: RouteChanges): void {
  const { monitoring } = page.document.documentElement.dataset;
  if (monitoring === undefined) {
    return;
  }
  const early: EarlyEvents = { resolved: [], errors: [] };
  const stop = routes.subscribe("onResolved", (change) => {
    early.resolved.push(change.toLocation.href);
  });
  const watch = new AbortController();
  for (const type of ["error", "unhandledrejection"]) {
    page.addEventListener(type, (event) => early.errors.push(event), watch);
  }
  new PerformanceObserver((paints, painted) => {
    if (paints.getEntriesByName("first-contentful-paint").length === 0) {
      return;
    }
    painted.disconnect();
    void import("./monitoring/open-monitoring.ts")
      .then(({ openMonitoring }) => openMonitoring(page, { monitoring, routes, early }))
      // A blocked or missing file does not affect the desk.
      .catch(() => undefined)
      .then(() => [stop(), watch.abort()]);
  }).observe({ type: "paint", buffered: true });
}
