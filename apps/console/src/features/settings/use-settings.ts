import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationOptions,
} from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import {
  defaultSettings,
  readSettings,
  type UserSettings,
  applyChange,
  changeSetting,
  type SettingChange,
  settingTable,
} from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { noticed } from "../../client/store/desk-slice.ts";
import type { HttpClient } from "../../lib/http-client.ts";

export const settingsKey = ["settings"];

/**
 * A function receives the present settings, and can run more than once. It must therefore set a
 * value and not toggle it.
 */
export type WantedChange = SettingChange | ((now: UserSettings) => SettingChange);

interface SettingsMutationDeps {
  queries: QueryClient;
  http: HttpClient;
  onFailed: (error: unknown, change: SettingChange) => void;
}

/**
 * Sends changes one by one. Shows each change before its answer, and reverts only a refused change.
 */
export function createSettingsMutation({
  queries,
  http,
  onFailed,
}: SettingsMutationDeps): UseMutationOptions<UserSettings, Error, WantedChange, UserSettings> {
  function read(): UserSettings {
    return queries.getQueryData<UserSettings>(settingsKey) ?? defaultSettings;
  }
  function show(settings: UserSettings): void {
    queries.setQueryData(settingsKey, settings);
  }
  return {
    mutationKey: settingsKey,
    scope: { id: "settings" },
    mutationFn: (wanted) => http.call(changeSetting, { body: resolve(wanted, read()) }),
    onMutate: async (wanted) => {
      await queries.cancelQueries({ queryKey: settingsKey });
      const before = read();
      show(apply(before, wanted));
      return before;
    },
    onError: (error, wanted, before = defaultSettings) => {
      const now = read();
      const change = resolve(wanted, now);
      const [, ...later] = listChanges(queries);
      show(later.reduce(apply, takeBack(now, change, before)));
      onFailed(error, change);
      // While this change was in progress, changes by other pages were not read, so they are read
      // now.
      if (later.length === 0) {
        void queries.invalidateQueries({ queryKey: settingsKey });
      }
    },
    onSuccess: (answer) => {
      const [, ...later] = listChanges(queries);
      show(later.reduce(apply, answer));
    },
  };
}

export function withChanges(queries: QueryClient, settings: UserSettings): UserSettings {
  return listChanges(queries).reduce(apply, settings);
}

function listChanges(queries: QueryClient): WantedChange[] {
  const pending = { mutationKey: settingsKey, status: "pending" } as const;
  const mutations = queries.getMutationCache().findAll(pending);
  return mutations.map(({ state }) => state.variables as WantedChange);
}

function resolve(wanted: WantedChange, now: UserSettings): SettingChange {
  return typeof wanted === "function" ? wanted(now) : wanted;
}

function apply(settings: UserSettings, wanted: WantedChange): UserSettings {
  return applyChange(settings, resolve(wanted, settings));
}

function takeBack(now: UserSettings, change: SettingChange, before: UserSettings): UserSettings {
  if (change.setting === "UPDATE") {
    return before;
  }
  const { key } = settingTable[change.setting];
  return { ...now, [key]: before[key] };
}

/** Returns the person's settings, which the server stores, with unsaved changes applied. */
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

/** The person's settings, which the server stores. A change is shown before it is saved. */
export interface SettingsView {
  settings: UserSettings;
  change: (change: WantedChange) => void;
  /** Returns the time by the server's clock, because the clock of this machine may be wrong. */
  serverNow: () => string;
}
