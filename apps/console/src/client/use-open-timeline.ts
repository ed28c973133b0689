import { useCallback } from "react";

import { useConsole } from "./ConsoleProvider.tsx";
import { timelineRequested } from "./store/seats-slice.ts";

export function useOpenTimeline(): (call: string) => void {
  const { store } = useConsole();
  return useCallback((call) => void store.dispatch(timelineRequested(call)), [store]);
}
