import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import { defaultSettings, readSettings, type UserSettings } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { noticed } from "../../client/store/desk-slice.ts";
import {
  createSettingsMutation,
  settingsKey,
  type WantedChange,
  withChanges,
} from "./create-settings-mutation.ts";

/** My settings: kept on the server, shown at once, rolled back when refused. */
export function useSettings(): SettingsView {
  const context = useConsole();
  const queries = useQueryClient();
  const signedIn = useRootState((state) => state.desk.session.status === "authenticated");
  const { data } = useQuery({
    queryKey: settingsKey,
    enabled: signedIn,
    queryFn: async ({ signal }) =>
      withChanges(queries, await context.http.call(readSettings, { signal })),
  });
  const settings = data ?? defaultSettings;
  useEffect(() => {
    context.life.applySettings(settings);
  }, [context, settings]);
  const mutation = useMemo(
    () =>
      createSettingsMutation({
        queries,
        http: context.http,
        onFailed: (error, { setting }) => {
          const { words, code } = describeFailure(error);
          const id = `setting:${setting}`;
          context.store.dispatch(noticed({ id, tone: "failure", words, code, line: null }));
        },
      }),
    [context, queries],
  );
  const { mutate } = useMutation(mutation);
  return useMemo(
    () => ({
      settings,
      change: (change) => mutate(change),
      serverNow: () => context.station.chat.serverNow(),
    }),
    [settings, mutate, context],
  );
}

/** `useSettings()`: mine, kept on the server; a change shows at once. */
export interface SettingsView {
  settings: UserSettings;
  change: (change: WantedChange) => void;
  /** The time by the server's clock: ours may be slow. */
  serverNow: () => string;
}
