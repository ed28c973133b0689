import { expect, test } from "vitest";

import { directCallChanged, legChanged } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { holdWakeLock } from "./hold-wake-lock.ts";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function aPage(refuses = false) {
  const store = createStore();
  let showChange: () => void = () => undefined;
  const seen: string[] = [];
  const document = {
    visibilityState: "visible" as DocumentVisibilityState,
    addEventListener: (_type: string, listener: unknown) =>
      void (showChange = listener as () => void),
    removeEventListener: () => undefined,
  };
  const sentinel = {
    release: async () => void seen.push("released"),
  } as unknown as WakeLockSentinel;
  const stop = holdWakeLock({
    store,
    document,
    wakeLock: {
      request: async (type) => {
        seen.push(String(type));
        return refuses ? Promise.reject(new Error("low battery")) : sentinel;
      },
    },
  });
  const leg = { status: "connecting", callId: "c1", since: "", muted: false } as const;
  return {
    stop,
    seen,
    call: () => void store.dispatch(legChanged({ line: "line1", leg })),
    ring: () => {
      const call = { status: "ringing", id: "CA1", from: "client:desk", since: "" } as const;
      store.dispatch(directCallChanged({ line: "line2", call }));
    },
    hangUp: () => void store.dispatch(legChanged({ line: "line1", leg: null })),
    show(visibilityState: DocumentVisibilityState) {
      document.visibilityState = visibilityState;
      showChange();
    },
  };
}

test("[VD75] the screen stays on from the first leg to the last, and not while a call rings", async () => {
  const page = aPage();

  page.ring();
  expect(page.seen).toEqual([]);
  page.call();
  page.call();
  await settle();
  expect(page.seen).toEqual(["screen"]);
  page.hangUp();
  await settle();

  expect(page.seen).toEqual(["screen", "released"]);
});

test("[VD75] a page that was hidden during a call keeps the screen on again when it becomes visible", async () => {
  const page = aPage();
  page.call();
  page.show("hidden");
  await settle();
  expect(page.seen).toEqual(["screen"]);

  page.show("visible");
  await settle();

  expect(page.seen).toEqual(["screen", "screen", "released"]);
  page.stop();
  await settle();
  expect(page.seen.at(-1)).toBe("released");
});

test("[VD75] a browser that refuses the wake lock does not affect the call", async () => {
  const page = aPage(true);

  page.call();
  page.hangUp();
  await settle();

  expect(page.seen).toEqual(["screen"]);
});
