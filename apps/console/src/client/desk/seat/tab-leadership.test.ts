import { expect, test } from "vitest";

import { TabLeadership, type TabLocks } from "./tab-leadership.ts";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Creates the Web Locks of one browser, because Node has no Web Locks. */
function aBrowser(): TabLocks {
  const lock = { name: "", mode: "exclusive" } as Lock;
  let holder: { reject: (error: Error) => void } | null = null;
  const queue: (() => void)[] = [];
  function free(): void {
    holder = null;
    queue.shift()?.();
  }
  return {
    request: (_name, options, run) =>
      new Promise<void>((resolve, reject) => {
        function take(): void {
          const mine = { reject };
          holder = mine;
          run(lock).then(() => {
            resolve();
            if (holder === mine) {
              free();
            }
          }, reject);
        }
        if (options.steal === true) {
          holder?.reject(new DOMException("stolen", "AbortError"));
          return take();
        }
        if (holder === null) {
          return take();
        }
        if (options.ifAvailable === true) {
          return void run(null).then(resolve, reject);
        }
        queue.push(take);
        options.signal?.addEventListener("abort", () => {
          queue.splice(queue.indexOf(take), 1);
          reject(new DOMException("withdrawn", "AbortError"));
        });
      }),
  };
}

function aTab(locks: TabLocks | undefined) {
  const leads: boolean[] = [];
  const errors: unknown[] = [];
  const tab = new TabLeadership({
    locks,
    onChange: (now) => leads.push(now),
    log: (error) => errors.push(error),
  });
  tab.start("alice");
  return { tab, leads, errors };
}

test("[CN1] the first tab leads, and the second follows until the first is closed", async () => {
  const browser = aBrowser();
  const first = aTab(browser);
  const second = aTab(browser);
  await settle();
  expect([first.leads, second.leads]).toEqual([[true], [false]]);

  first.tab.close();
  await settle();

  expect(second.leads).toEqual([false, true]);
});

test("[CN1] a tab that takes over leads at once, and when it closes the other tab leads again", async () => {
  const browser = aBrowser();
  const [first, second] = [aTab(browser), aTab(browser)];
  await settle();

  second.tab.takeOver();
  await settle();
  expect([first.leads, second.leads]).toEqual([
    [true, false],
    [false, true],
  ]);
  second.tab.takeOver();
  first.tab.takeOver();
  await settle();
  first.tab.close();
  await settle();

  expect([first.leads, second.leads]).toEqual([
    [true, false, true],
    [false, true, false, true],
  ]);
  expect([first.errors, second.errors]).toEqual([[], []]);
});

test("[CN1] without locks every tab leads", () => {
  expect(aTab(undefined).leads).toEqual([true]);
});
