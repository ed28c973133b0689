type Queue = (...words: unknown[]) => void;

/**
 * [MN6] Loads the script, which the host in front of the station serves. What it sends has the
 * page's address without what somebody has typed, which stands in the query.
 */
export function loadSiteAnalytics(page: Window, source: string): void {
  const waiting: unknown[][] = [];
  const queue: Queue = (...words) => void waiting.push(words);
  // By these two names the script looks for what it is asked to do.
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
