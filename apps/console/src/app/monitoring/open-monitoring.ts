import type { PageMonitoring } from "@linedesk/contract";
import type { EarlyEvents } from "../early-events.ts";
import type { RouteChanges } from "../page-view.ts";

interface OpenedWith {
  monitoring: string;
  routes: RouteChanges;
  early: EarlyEvents;
}

/**
 * If one sink fails, the others still work. The imports are dynamic, because static ones would put
 * these modules into the first chunks.
 */
export async function openMonitoring(
  page: Window,
  { monitoring, routes, early }: OpenedWith,
): Promise<void> {
  const { errors, analytics, siteAnalytics, ...version } = JSON.parse(monitoring) as PageMonitoring;
  if (siteAnalytics !== null) {
    loadSiteAnalytics(page, siteAnalytics.script);
  }
  await Promise.allSettled([
    errors === null
      ? null
      : import("./report-errors.ts").then(({ reportErrors }) =>
          reportErrors({ ...errors, ...version }, listErrors(early)),
        ),
    analytics === null
      ? null
      : import("./send-page-views.ts").then(({ sendPageViews }) =>
          sendPageViews(page, analytics, { routes, resolved: early.resolved }),
        ),
  ]);
}

/** The maximum number of reported early errors, because one error can repeat many times. */
const MAX_ERRORS = 20;

function listErrors({ errors }: EarlyEvents): unknown[] {
  return errors
    .slice(0, MAX_ERRORS)
    .map((event) => ("reason" in event ? event.reason : Reflect.get(event, "error")));
}

type Queue = (...words: unknown[]) => void;

/**
 * A proxy in front of the server serves the script. The script sends page addresses. The queued
 * `beforeSend` removes their query.
 */
function loadSiteAnalytics(page: Window, source: string): void {
  const waiting: unknown[][] = [];
  const queue: Queue = (...words) => void waiting.push(words);
  // The script reads its commands from these two names.
  Object.assign(page, { va: queue, vaq: waiting });
  queue("beforeSend", (event: { url: string }) => ({
    ...event,
    url: event.url.split(/[?#]/, 1)[0],
  }));
  const script = page.document.createElement("script");
  script.src = source;
  script.defer = true;
  page.document.head.append(script);
}
