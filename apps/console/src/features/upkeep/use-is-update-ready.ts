import { useEffect, useRef, useState } from "react";

import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { findPageEntry } from "../../lib/find-page-entry.ts";
import { readEntry } from "./read-entry.ts";

/**
 * The page also checks at this interval, because a desk can stay open, visible and connected all day.
 */
const CHECK_EVERY_MS = 10 * 60_000;

async function isOutdated(): Promise<boolean> {
  const mine = findPageEntry(window);
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const served = answer.ok ? readEntry(await answer.text()) : null;
    return mine !== null && served !== null && served !== mine;
  } catch {
    // The server is unreachable; the next check tries again.
    return false;
  }
}

export function useIsUpdateReady(): boolean {
  const { schedule } = useConsole().page.timers;
  const [isReady, setReady] = useState(false);
  const wasLive = useRef(false);
  const isLive = useRootState((state) => state.desk.connection.status === "live");
  useEffect(() => {
    let cancel: () => void = () => undefined;
    function checkUpdate(): void {
      cancel();
      cancel = schedule(checkUpdate, CHECK_EVERY_MS);
      void isOutdated().then((is) => setReady((before) => before || is));
    }
    function checkIfVisible(): void {
      if (document.visibilityState === "visible") {
        checkUpdate();
      }
    }
    // A page that goes live for the first time has just been loaded, so it is not outdated.
    if (isLive && wasLive.current) {
      checkUpdate();
    } else {
      cancel = schedule(checkUpdate, CHECK_EVERY_MS);
    }
    wasLive.current ||= isLive;
    document.addEventListener("visibilitychange", checkIfVisible);
    return () => {
      cancel();
      document.removeEventListener("visibilitychange", checkIfVisible);
    };
  }, [schedule, isLive]);
  return isReady;
}

/** Returns true while a line of this person has a call, because a reload would end its sound. */
export function useIsOnCall(): boolean {
  return useRootState(
    ({ desk }) =>
      desk.ongoing_call1 !== null ||
      desk.ongoing_call2 !== null ||
      desk.direct.line1 !== null ||
      desk.direct.line2 !== null,
  );
}
