import { useMemo, useSyncExternalStore } from "react";

export function useMedia(query: string): boolean {
  const { subscribe, read } = useMemo(() => watchMedia(query), [query]);
  return useSyncExternalStore(subscribe, read);
}

/** Creates the query once, because asking the browser at each drawing is expensive. */
function watchMedia(query: string) {
  const media = window.matchMedia(query);
  return {
    subscribe: (listener: () => void) => {
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    read: () => media.matches,
  };
}
