import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { useConsole } from "../client/ConsoleProvider.tsx";
import { settingsKey } from "../features/settings/use-settings.ts";

/** Signs in, or goes there, and opens the live channel. The telephone page does without. */
export function useStartConsole(): void {
  const context = useConsole();
  const queries = useQueryClient();
  useEffect(() => {
    const stop = context.onSettingsChanged(() => {
      void queries.invalidateQueries({ queryKey: settingsKey });
    });
    void context.start();
    return stop;
  }, [context, queries]);
}
