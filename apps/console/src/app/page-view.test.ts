import { expect, test } from "vitest";

import { ASchedule } from "../testing/a-schedule.ts";
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
  const time = new ASchedule();
  const send = (view: PageView) => void views.push(view);
  const stop = watchPageViews(router.changes, { send, schedule: time.schedule });
  return { ...router, views, stop, time };
}

test("[SH3] one page view is sent for each completed route change", () => {
  const { resolve, views } = watched();

  resolve("/2zz");
  resolve("/phone");
  resolve("/2zz");

  expect(views).toEqual([
    { path: "/2zz", from: null },
    { path: "/phone", from: "/2zz" },
    { path: "/2zz", from: "/phone" },
  ]);
});

test("[SH3] [SH19] `/` and the station to which it leads are one page view", () => {
  const { resolve, views, time } = watched();

  resolve("/");
  time.advance(3_000);
  resolve("/2zz");
  resolve("/chat");
  resolve("/2zz?panels=chat");
  time.advance(60_000);

  expect(views).toEqual([
    { path: "/2zz", from: null },
    { path: "/2zz?panels=chat", from: "/2zz" },
  ]);
});

test("[SH3] `/` without a station is one page view", () => {
  const { resolve, views, time, stop } = watched();

  resolve("/");
  time.advance(10_000);
  resolve("/");
  stop();
  time.advance(60_000);

  expect(views).toEqual([{ path: "/", from: null }]);
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
