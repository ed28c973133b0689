import { useEffect, useState } from "react";

import type * as popupParts from "./popups.ts";

type Popups = typeof popupParts;

/** Loads the overlays after the desk, so that they open at once. */
export async function preloadPopups(): Promise<void> {
  try {
    await import("./popups.ts");
  } catch {
    // If the load fails, the first opening tries again.
  }
}

/** Returns the components of the overlays; `null` until the first opening has loaded them. */
export function usePopups(open: boolean): Popups | null {
  const [popups, setPopups] = useState<Popups | null>(null);
  useEffect(() => {
    let isGone = false;
    async function load(): Promise<void> {
      try {
        const loaded = await import("./popups.ts");
        if (!isGone) {
          setPopups(loaded);
        }
      } catch {
        // The network is down; the next opening tries again.
      }
    }
    if (open && popups === null) {
      void load();
    }
    return () => {
      isGone = true;
    };
  }, [open, popups]);
  return popups;
}
