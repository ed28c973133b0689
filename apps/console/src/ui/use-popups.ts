import { useEffect, useState } from "react";

import type * as popupParts from "./popups.ts";

type Popups = typeof popupParts;

/** What opens above the page is fetched once the desk stands, so that it opens at once. */
export async function warmPopups(): Promise<void> {
  try {
    await import("./popups.ts");
  } catch {
    // Where it cannot be fetched now, the first opening tries again.
  }
}

/** Null until it is open for the first time: what nobody opened is not drawn. */
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
        // The network is away: the next opening tries again.
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
