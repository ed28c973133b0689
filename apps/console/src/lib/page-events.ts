export interface PageEvents {
  onFocus: () => void;
  onVisible: () => void;
  onOffline: () => void;
  onOnline: () => void;
  onResume: () => void;
  /** Is called when a key or the pointer goes down, before anything handles it. */
  onPress: () => void;
  asksBeforeLeaving: () => boolean;
}

/** Listens to events of the whole page; returns a function that stops the listening. */
export function watchPage(page: Window, events: PageEvents): () => void {
  const { document } = page;
  const stop = new AbortController();
  const { signal } = stop;
  page.addEventListener("focus", events.onFocus, { signal });
  page.addEventListener("offline", events.onOffline, { signal });
  page.addEventListener("online", events.onOnline, { signal });
  page.addEventListener(
    "beforeunload",
    (event) => {
      if (events.asksBeforeLeaving()) {
        event.preventDefault();
      }
    },
    { signal },
  );
  for (const press of ["keydown", "pointerdown"]) {
    page.addEventListener(press, events.onPress, { signal, capture: true, passive: true });
  }
  document.addEventListener("resume", events.onResume, { signal });
  function handleVisibility(): void {
    if (document.visibilityState === "visible") {
      events.onVisible();
    }
  }
  document.addEventListener("visibilitychange", handleVisibility, { signal });
  return () => stop.abort();
}
