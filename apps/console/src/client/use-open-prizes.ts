import { useCallback } from "react";

import { useConsole } from "./ConsoleProvider.tsx";
import { panelChanged } from "./store/desk-slice.ts";
import { prizesRequested } from "./store/seats-slice.ts";

export function useOpenPrizes(): (call: string) => void {
  const { store } = useConsole();
  return useCallback(
    (call) => {
      store.dispatch(panelChanged({ type: "opened", call }));
      store.dispatch(prizesRequested());
    },
    [store],
  );
}
