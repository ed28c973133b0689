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

/** Under which the person's settings are kept in the query cache. */
export const settingsKey = ["settings"];

interface SettingsMutationDeps {
  queries: QueryClient;
  http: HttpClient;
  onFailed: (error: unknown, change: SettingChange) => void;
}

/**
 * [ST44] A change shows at once and is taken back when it is refused. While others are on their
 * way an answer, which does not know them yet, is not shown, and a refusal takes back its own
 * setting alone.
 */
export function createSettingsMutation({
  queries,
  http,
  onFailed,
}: SettingsMutationDeps): UseMutationOptions<UserSettings, Error, SettingChange, UserSettings> {
  function read(): UserSettings {
    return queries.getQueryData<UserSettings>(settingsKey) ?? defaultSettings;
  }
  return {
    mutationKey: settingsKey,
    mutationFn: (change) => http.call(changeSetting, { body: change }),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: settingsKey });
      const before = read();
      queries.setQueryData(settingsKey, applyChange(before, change));
      return before;
    },
    onError: (error, change, before) => {
      queries.setQueryData(settingsKey, takeBack(read(), change, before ?? defaultSettings));
      onFailed(error, change);
      // What others changed meanwhile was not read, as this change was on its way.
      if (!isChangingMore(queries)) {
        void queries.invalidateQueries({ queryKey: settingsKey });
      }
    },
    onSuccess: (answer) => {
      if (!isChangingMore(queries)) {
        queries.setQueryData(settingsKey, answer);
      }
    },
  };
}

/** Whether another change than the one that is being settled is on its way. */
function isChangingMore(queries: QueryClient): boolean {
  return queries.isMutating({ mutationKey: settingsKey }) > 1;
}

function takeBack(now: UserSettings, change: SettingChange, before: UserSettings): UserSettings {
  if (change.setting === "UPDATE") {
    return before;
  }
  const { key } = settingTable[change.setting];
  return { ...now, [key]: before[key] };
}
