import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { useConsole } from "../client/ConsoleProvider.tsx";
import { settingsKey } from "../features/settings/use-settings.ts";

export function useStartConsole(): void {
  const context = useConsole();
  const queries = useQueryClient();
  useEffect(() => {
    const stop = context.life.onSettingsChanged(() => {
      // If a change by this person is in progress, its response contains the settings.
      if (queries.isMutating({ mutationKey: settingsKey }) === 0) {
        void queries.invalidateQueries({ queryKey: settingsKey });
      }
    });
    void context.life.start();
    return stop;
  }, [context, queries]);
}
