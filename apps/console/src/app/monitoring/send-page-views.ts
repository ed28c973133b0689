import posthog from "posthog-js/dist/module.slim";

import type { PageMonitoring } from "@linedesk/contract";
import { type PageView, type RouteChanges, watchPageViews } from "../page-view.ts";

/** The properties that are sent with a view; all others of the client are removed. */
const SENT = new Set([
  "$current_url",
  "$host",
  "$insert_id",
  "$pathname",
  "$session_id",
  "$time",
  "$window_id",
  "distinct_id",
  "previous",
  "token",
]);

function stripQuery(path: string): string {
  return path.split(/[?#]/, 1)[0] ?? "";
}

function toAddress(page: Window, path: string): string {
  return page.location.origin + stripQuery(path);
}

/**
 * Sends page views to our own host. The client stores nothing, identifies no person and fetches
 * nothing.
 */
export function sendPageViews(
  page: Window,
  { key, path }: NonNullable<PageMonitoring["analytics"]>,
  { routes, resolved }: { routes: RouteChanges; resolved: readonly string[] },
): void {
  const client = posthog.init(key, {
    api_host: page.location.origin + path,
    persistence: "memory",
    // The filter by user agent would exclude some people's browsers. It is not needed, because
    // robots cannot sign in.
    opt_out_useragent_filter: true,
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    capture_performance: false,
    capture_dead_clicks: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_external_dependency_loading: true,
    advanced_disable_flags: true,
    person_profiles: "never",
    rageclick: false,
    before_send: (event) => {
      if (event === null) {
        return null;
      }
      const sent = Object.entries(event.properties).filter(([name]) => SENT.has(name));
      return { ...event, properties: Object.fromEntries(sent) };
    },
  });
  watchPageViews(replayRoutes(routes, resolved), {
    send: (view) => client.capture("$pageview", describeView(page, view)),
    schedule: (run, ms) => {
      const timer = page.setTimeout(run, ms);
      return () => page.clearTimeout(timer);
    },
  });
}

function replayRoutes(routes: RouteChanges, resolved: readonly string[]): RouteChanges {
  return {
    subscribe: (event, listener) => {
      for (const href of resolved) {
        listener({ toLocation: { href } });
      }
      return routes.subscribe(event, listener);
    },
  };
}

function describeView(page: Window, { path, from }: PageView) {
  return {
    $current_url: toAddress(page, path),
    $pathname: stripQuery(path),
    $host: page.location.host,
    previous: from === null ? null : toAddress(page, from),
  };
}
