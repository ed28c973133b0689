import type { QueryClient, UseMutationOptions } from "@tanstack/react-query";

import {
  applyChange,
  changeSetting,
  defaultSettings,
  type SettingChange,
  settingTable,
  type UserSettings,
} from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";

export const settingsKey = ["settings"];

/** It applies to the settings at the time of sending, so it sets a value and does not toggle. */
export type WantedChange = SettingChange | ((now: UserSettings) => SettingChange);

interface SettingsMutationDeps {
  queries: QueryClient;
  http: HttpClient;
  onFailed: (error: unknown, change: SettingChange) => void;
}

/** Changes go out one by one, show at once above each answer, and roll back alone. */
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
      // What others changed meanwhile was not read, as this change was on its way.
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
