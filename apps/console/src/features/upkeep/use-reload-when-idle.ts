import { useEffect } from "react";

import { useConsole } from "../../client/ConsoleProvider.tsx";
import { watchIdle } from "./watch-idle.ts";

/** A person who types a note or reads the list is not interrupted. */
const IDLE_MS = 60_000;
/** During an upgrade two servers may have different pages, so a page that has just loaded stays. */
const YOUNG_MS = 10 * 60_000;

/** Reloads an outdated page as soon as no line has a call and nobody has used it for a minute. */
export function useReloadWhenIdle(mayReload: boolean, reload: () => void): void {
  const { schedule } = useConsole().page.timers;
  useEffect(() => {
    if (!mayReload) {
      return;
    }
    const idleMs = Math.max(IDLE_MS, YOUNG_MS - performance.now());
    return watchIdle({ page: window, schedule, idleMs, onIdle: reload });
  }, [mayReload, schedule, reload]);
}
