import { expect, test } from "vitest";

import { watchPageViews } from "./page-view.ts";
import type { PageView, RouteChanges } from "./page-view.ts";

type Listener = Parameters<RouteChanges["subscribe"]>[1];

/** Replaces the router. A cancelled change begins and never resolves. */
function aRouter() {
  const listeners: Listener[] = [];
  const changes: RouteChanges = {
    subscribe: (_event, listener) => {
      listeners.push(listener);
      return () => listeners.splice(listeners.indexOf(listener), 1);
    },
  };
  function resolve(href: string) {
    for (const listener of listeners) {
      listener({ toLocation: { href } });
    }
  }
  return { changes, resolve };
}

function watched() {
  const router = aRouter();
  const views: PageView[] = [];
  const stop = watchPageViews(router.changes, (view) => views.push(view));
  return { ...router, views, stop };
}

test("[SH3] one page view is sent for each completed route change", () => {
  const { resolve, views } = watched();

  resolve("/");
  resolve("/2zz");
  resolve("/");

  expect(views).toEqual([
    { path: "/", from: null },
    { path: "/2zz", from: "/" },
    { path: "/", from: "/2zz" },
  ]);
});

test("[SH3] a change of the search part counts as a route change", () => {
  const { resolve, views } = watched();

  resolve("/2zz");
  resolve("/2zz?show=hold");
  resolve("/2zz?show=hold&panels=settings");

  expect(views).toEqual([
    { path: "/2zz", from: null },
    { path: "/2zz?show=hold", from: "/2zz" },
    { path: "/2zz?show=hold&panels=settings", from: "/2zz?show=hold" },
  ]);
});

test("[SH3] a page view contains no typed text", () => {
  const { resolve, views } = watched();

  resolve("/2zz?show=hold");
  resolve("/2zz?show=hold&find=0491+570+156");
  resolve("/2zz?find=Kim");

  expect(views).toEqual([
    { path: "/2zz?show=hold", from: null },
    { path: "/2zz?show=hold", from: "/2zz?show=hold" },
    { path: "/2zz", from: "/2zz?show=hold" },
  ]);
});

test("[SH3] a reload of the same address does not count as a route change", () => {
  const { resolve, views } = watched();

  resolve("/2zz?show=hold");
  resolve("/2zz?show=hold");

  expect(views).toHaveLength(1);
});

test("[SH3] no page view is sent before a change is complete, nor after the watch has ended", () => {
  const { resolve, views, stop } = watched();
  expect(views).toEqual([]);

  stop();
  resolve("/2zz");

  expect(views).toEqual([]);
});
