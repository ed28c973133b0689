import { changeSetting, readSettings, type UserSettings } from "@linedesk/contract";
import type { Actor } from "../platform/db/audit-store.ts";
import type { Db, Trx } from "../platform/db/database.ts";
import type { Api } from "../platform/http/api.ts";
import { changeUserSetting, readUserSettings } from "./user-settings.ts";

export interface CallerCountChange {
  user: { id: string; name: string };
  settings: UserSettings;
  actor: Actor;
}

export interface SettingsDeps {
  db: Db;
  onCallerCount: (trx: Trx, change: CallerCountChange) => Promise<void>;
}

export function registerSettings(api: Api, { db, onCallerCount }: SettingsDeps): void {
  api.serve(readSettings, ({ user }) => readUserSettings(db, user.id));
  api.serve(changeSetting, ({ user, body, actor }) =>
    changeUserSetting(db, {
      userId: user.id,
      change: body,
      actor,
      onCallerCount: (trx, settings) => onCallerCount(trx, { user, settings, actor }),
    }),
  );
}
