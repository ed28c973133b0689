import { useMemo, useSyncExternalStore } from "react";

export function useMedia(query: string): boolean {
  const { subscribe, read } = useMemo(() => watchMedia(query), [query]);
  return useSyncExternalStore(subscribe, read);
}

/** Made once: to ask the browser anew at each drawing costs more than many a drawing. */
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
