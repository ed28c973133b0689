import { useCallback } from "react";

import { useConsole } from "./ConsoleProvider.tsx";
import { timelineRequested } from "./store/seats-slice.ts";

/** Opens the timeline of a call, from wherever the call is shown. */
export function useOpenTimeline(): (call: string) => void {
  const { store } = useConsole();
  return useCallback((call) => void store.dispatch(timelineRequested(call)), [store]);
}
