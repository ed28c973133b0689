import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import {
  applyChange,
  changeSetting,
  defaultSettings,
  readSettings,
  type SettingChange,
  type UserSettings,
} from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { noticed } from "../../client/store/desk-slice.ts";

/** My settings: kept on the server, shown at once, rolled back when refused. */
export function useSettings(): SettingsView {
  const context = useConsole();
  const queries = useQueryClient();
  const signedIn = useRootState((state) => state.desk.session.status === "authenticated");
  const { data } = useQuery({
    queryKey: settingsKey,
    enabled: signedIn,
    queryFn: ({ signal }) => context.http.call(readSettings, { signal }),
  });
  const settings = data ?? defaultSettings;
  useEffect(() => {
    context.applySettings(settings);
  }, [context, settings]);
  const { mutate } = useMutation({
    mutationFn: (change: SettingChange) => context.http.call(changeSetting, { body: change }),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: settingsKey });
      const before = queries.getQueryData<UserSettings>(settingsKey) ?? defaultSettings;
      queries.setQueryData(settingsKey, applyChange(before, change));
      return before;
    },
    onError: (error, change, before) => {
      queries.setQueryData(settingsKey, before ?? defaultSettings);
      const { words, code } = describeFailure(error);
      const id = `setting:${change.setting}`;
      context.store.dispatch(noticed({ id, tone: "failure", words, code, line: null }));
    },
    onSuccess: (answer) => queries.setQueryData(settingsKey, answer),
  });
  return useMemo(() => ({ settings, change: (change) => mutate(change) }), [settings, mutate]);
}

/** Under which the person's settings are kept in the query cache. */
export const settingsKey = ["settings"];

/** `useSettings()`: mine, kept on the server; a change shows at once. */
export interface SettingsView {
  settings: UserSettings;
  change: (change: SettingChange) => void;
}
